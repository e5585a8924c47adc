// Every file in scenarios/ has its result beside this test, byte for byte: a change detector, not a proof. What a
// scenario's head comment promises is derived and checked in headlines_test.cpp.
//
// After a change that is meant to change results, COLLSIM_UPDATE_GOLDEN=1 tools/test -R golden writes them anew; read
// the difference before it is committed.

#include <algorithm>
#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <iterator>
#include <set>
#include <string>

#include "support/catch.h"
#include "support/recorder.h"

using namespace collsim::test;
namespace fs = std::filesystem;

namespace {

const fs::path kSource = COLLSIM_SOURCE_DIR;

std::set<std::string> stems(const fs::path& folder, const std::string& extension) {
  std::set<std::string> found;
  for (const fs::directory_entry& entry : fs::directory_iterator(folder))
    if (entry.path().extension() == extension) found.insert(entry.path().stem().string());
  return found;
}

fs::path golden(const std::string& stem) { return kSource / "tests" / "golden" / (stem + ".json"); }

std::string contents(const fs::path& path) {
  std::ifstream file(path, std::ios::binary);
  return {std::istreambuf_iterator<char>(file), {}};
}

std::string result_of(const std::string& stem) {
  return json_of(simulate_file((kSource / "scenarios" / (stem + ".yaml")).string()));
}

/// From the first line that differs, so that a failure shows the change and not the whole document.
std::string first_difference(const std::string& now, const std::string& before) {
  const auto [a, b] = std::mismatch(now.begin(), now.end(), before.begin(), before.end());
  if (a == now.end() && b == before.end()) return "";
  const auto line_around = [](const std::string& text, std::size_t at) {
    const std::size_t begin = at == 0 ? 0 : text.rfind('\n', at - 1) + 1;
    return text.substr(begin, text.find('\n', at) - begin);
  };
  const auto at = static_cast<std::size_t>(a - now.begin());
  return "now:    " + line_around(now, at) + "\nbefore: " + line_around(before, at);
}

}  // namespace

TEST_CASE("golden: every scenario still has the result that is on file", "[golden]") {
  const bool update = std::getenv("COLLSIM_UPDATE_GOLDEN") != nullptr;
  for (const std::string& stem : stems(kSource / "scenarios", ".yaml")) {
    CAPTURE(stem);
    const std::string now = result_of(stem);
    if (update) std::ofstream(golden(stem), std::ios::binary) << now;
    CHECK(fs::exists(golden(stem)));
    CHECK(first_difference(now, contents(golden(stem))) == "");
  }
}

TEST_CASE("golden: no result is left of a scenario that is gone", "[golden]") {
  CHECK(stems(kSource / "tests" / "golden", ".json") == stems(kSource / "scenarios", ".yaml"));
}
