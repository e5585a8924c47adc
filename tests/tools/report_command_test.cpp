#include <cstdlib>
#include <filesystem>
#include <optional>

#include <nlohmann/json.hpp>

#include "support/catch.h"
#include "support/scratch_folder.h"
#include "tools/run_collsim.h"
#include "tools/scenarios.h"

namespace collsim::test {
namespace {

using Catch::Matchers::ContainsSubstring;
using nlohmann::json;

/// A variable of the environment for as long as it lives.
class Variable {
 public:
  Variable(const char* name, const std::string& value) : name_(name) {
    if (const char* before = std::getenv(name)) before_ = before;
    setenv(name, value.c_str(), 1);
  }
  Variable(const Variable&) = delete;
  Variable& operator=(const Variable&) = delete;
  ~Variable() {
    if (before_)
      setenv(name_, before_->c_str(), 1);
    else
      unsetenv(name_);
  }

 private:
  const char* name_;
  std::optional<std::string> before_;
};

/// A folder with a scenario and what stands for the charts' library.
class Desk {
 public:
  Desk()
      : scenario(folder.write("s.yaml", ring_yaml(4, "1 MB"))),
        charts_("COLLSIM_ECHARTS", std::filesystem::path(scenario).parent_path() / "echarts") {
    std::filesystem::create_directories(folder.file("echarts/dist"));
    folder.write("echarts/dist/echarts.min.js", "/* charts */");
    folder.write("echarts/LICENSE", "the licence");
    folder.write("echarts/NOTICE", "the notice");
  }
  std::string page() const { return folder.file("r.html"); }

  const ScratchFolder folder;
  const std::string scenario;

 private:
  Variable charts_;
};

json data_of(const std::string& page) {
  const std::string open = "id=\"data\">";
  const auto begin = page.find(open) + open.size();
  return json::parse(page.substr(begin, page.find("</script>", begin) - begin));
}

}  // namespace

TEST_CASE("report: run writes a page with the numbers of the JSON beside its table") {
  const Desk desk;
  const Outcome outcome =
      collsim({"run", desk.scenario, "--report", desk.page(), "--json", desk.folder.file("r.json")});
  REQUIRE(outcome.status == 0);
  CHECK_THAT(outcome.out, ContainsSubstring("Avg bus bandwidth"));
  const json result = json::parse(read_file(desk.folder.file("r.json")));
  const json data = data_of(read_file(desk.page()));
  CHECK(data["tiles"][0]["value"] == result["collectives"][0]["time_us"]);
  CHECK(data["tiles"][1]["value"] == result["collectives"][0]["busbw_GBps"]);
  CHECK(data["parts"].back()["text"] == ring_yaml(4, "1 MB"));
}

TEST_CASE("report: the page is the same in every run") {
  const Desk desk;
  const std::string first = collsim({"run", desk.scenario, "--report", "-"}).out;
  CHECK(!first.empty());
  CHECK(collsim({"run", desk.scenario, "--report", "-"}).out == first);
}

TEST_CASE("report: on standard output it stands alone, and says what the command line changed") {
  const Desk desk;
  const Outcome outcome = collsim({"run", desk.scenario, "--report", "-", "--set", "model.sync=dataflow", "-b", "1M"});
  REQUIRE(outcome.status == 0);
  CHECK(outcome.out.rfind("<!DOCTYPE html>", 0) == 0);
  CHECK(data_of(outcome.out)["parts"].back()["note"] ==
        "Changed on the command line: model.sync=dataflow, sizes from 1 MiB to 1 MiB by 2");
}

TEST_CASE("report: a topology named as markup stays text") {
  const Desk desk;
  const std::string yaml = ring_yaml(4, "1 MB");
  const std::string name = "</script><script>alert(1)</script>";
  std::string evil = yaml;
  evil.replace(evil.find("name: star"), 10, "name: \"" + name + "\"");
  const std::string scenario = desk.folder.write("evil.yaml", evil);
  const std::string page = collsim({"run", scenario, "--report", "-"}).out;
  CHECK(page.find("<script>alert") == std::string::npos);
  CHECK_THAT(data_of(page)["subtitle"].get<std::string>(), ContainsSubstring(name));
}

TEST_CASE("report: without its charts nothing is run or written, and it says how to get them") {
  const ScratchFolder folder;
  const std::string scenario = folder.write("s.yaml", ring_yaml(4, "1 MB"));
  const Variable stated("COLLSIM_ECHARTS", "");
  const Variable cache("XDG_CACHE_HOME", folder.file("nowhere"));
  const Outcome outcome =
      collsim({"run", scenario, "--report", folder.file("r.html"), "--json", folder.file("r.json")});
  CHECK(outcome.status == 2);
  CHECK(outcome.out.empty());
  CHECK_THAT(outcome.err, ContainsSubstring("npm pack echarts@6.1.0") && ContainsSubstring("COLLSIM_ECHARTS"));
  CHECK(folder.count() == 1);
}

TEST_CASE("report: charts that no page can hold are refused") {
  const Desk desk;
  desk.folder.write("echarts/dist/echarts.min.js", "'</script>'");
  const Outcome outcome = collsim({"run", desk.scenario, "--report", desk.page()});
  CHECK(outcome.status == 4);
  CHECK(!std::filesystem::exists(desk.page()));
}

TEST_CASE("report: it does not overwrite the scenario, and needs a file of its own") {
  const Desk desk;
  CHECK(collsim({"run", desk.scenario, "--report", desk.scenario}).status == 2);
  CHECK(collsim({"run", desk.scenario, "--report", desk.page(), "--json", desk.page()}).status == 2);
  CHECK(collsim({"run", desk.scenario, "--report", "-", "--csv", "-"}).status == 2);
  CHECK(collsim({"run", desk.scenario, "--report", desk.page(), "--verify-trace"}).status == 2);
}

}  // namespace collsim::test
