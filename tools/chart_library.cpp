#include "chart_library.h"

#include <cstdlib>
#include <filesystem>
#include <optional>
#include <string>
#include <vector>

#include "base/error.h"
#include "command_line.h"
#include "scenario/file.h"

namespace collsim {
namespace {

namespace fs = std::filesystem;

constexpr const char* script = "dist/echarts.min.js";
constexpr const char* cached = "collsim/echarts-6.1.0";

std::optional<std::string> variable(const char* name) {
  const char* value = std::getenv(name);
  if (value == nullptr || *value == '\0') return {};
  return value;
}

std::vector<fs::path> folders() {
  std::vector<fs::path> places;
  std::error_code unknown;
  if (const fs::path self = fs::read_symlink("/proc/self/exe", unknown); !unknown)
    places.push_back(self.parent_path().parent_path() / "share/collsim/echarts");
  if (const auto cache = variable("XDG_CACHE_HOME"))
    places.push_back(fs::path(*cache) / cached);
  else if (const auto home = variable("HOME"))
    places.push_back(fs::path(*home) / ".cache" / cached);
  return places;
}

ChartLibrary read_library(const fs::path& folder) {
  const std::string file = (folder / script).string();
  ChartLibrary library{read_file(file), read_file((folder / "LICENSE").string()),
                       read_file((folder / "NOTICE").string())};
  for (const char* end : {"</script", "<!--"})
    if (library.script.find(end) != std::string::npos)
      throw FileError(file + ": contains " + end + ", which no page can hold");
  return library;
}

}  // namespace

ChartLibrary find_chart_library() {
  if (const auto stated = variable("COLLSIM_ECHARTS")) return read_library(*stated);
  std::string tried;
  for (const fs::path& folder : folders()) {
    std::error_code hidden;
    if (fs::exists(folder / script, hidden)) return read_library(folder);
    tried += (tried.empty() ? "" : " and ") + folder.string();
  }
  throw UsageError(
      "--report draws its charts with Apache ECharts 6.1.0, which is not here (looked in " + tried +
      "). tools/collsim of a checkout fetches it with npm; else unpack the npm package echarts@6.1.0 (npm pack "
      "echarts@6.1.0) and name its folder, with dist/echarts.min.js, LICENSE and NOTICE, in COLLSIM_ECHARTS");
}

}  // namespace collsim
