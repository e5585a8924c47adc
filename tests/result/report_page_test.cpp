#include "result/report_page.h"

#include <sstream>

#include <nlohmann/json.hpp>

#include "result/report_json.h"
#include "support/catch.h"

namespace collsim::test {
namespace {

using nlohmann::json;

const ChartLibrary charts{"/* charts */", "the licence", "the notice"};

std::string page_of(const Report& report) {
  std::ostringstream out;
  write_report(report, charts, out);
  return out.str();
}

std::size_t count(const std::string& text, const std::string& word) {
  std::size_t n = 0;
  for (auto at = text.find(word); at != std::string::npos; at = text.find(word, at + word.size())) ++n;
  return n;
}

/// A report in which everything that comes from files is `name`.
Report report_named(const std::string& name) {
  Report report;
  report.title = report.subtitle = name;
  report.notes = {name};
  report.tiles = {{name, Quantity::text, name, name}};
  report.parts.emplace_back(ReportTable{name, name, {{name}}, {{name}}});
  report.parts.emplace_back(ReportCurves{name, name, name, {}, {}, false, {{name, {}, {{1, 2}}}}, {{1, name}}, {}});
  report.parts.emplace_back(ReportStack{name, name, {}, {name}, {name}, {{name, {1}}}});
  report.parts.emplace_back(ReportBars{name, name, name, {}, 0, {{name, name, 1}}});
  report.parts.emplace_back(ReportHeatMap{name, name, name, name, {}, {name}, {name}, {1}, 1});
  report.parts.emplace_back(ReportGantt{name, name, {name}, {{0, 0, 1, {}, name, name}}, {{1, name}}, 1});
  report.parts.emplace_back(
      ReportPicture{name, name, {{name, name, name, 0, 1}, {"b", "chip", "", 0, 1}}, {{0, 1, 1, 0, 1, 1, name, name}}});
  report.parts.emplace_back(ReportText{name, name, name});
  return report;
}

}  // namespace

TEST_CASE("report: names that look like markup stay text") {
  const std::string plain = page_of(report_named("name"));
  for (const std::string evil :
       {"</script><script>alert(1)</script>", "<!-- <script>", "</title><img src=x>", "{{data}}"}) {
    const std::string page = page_of(report_named(evil));
    for (const char* markup : {"<script", "</script", "<!--", "<img", "</title"})
      CHECK(count(page, markup) == count(plain, markup));
  }
}

TEST_CASE("report: the page's data reads back as it was put in") {
  // Neither has a short decimal form.
  const double third = 1.0 / 3, large = 1e300 / 7;
  const std::string name = "a \"quoted\" <b> \\ \n µ";
  Report report = report_named(name);
  report.tiles.push_back({"n", Quantity::count, std::int64_t{1} << 60, ""});
  report.parts.emplace_back(ReportTable{
      "t", "", {{"a", Quantity::factor}, {"b", Quantity::GBps}, {"c", Quantity::share}}, {{third, large, {}}}});
  const std::string text = report_json(report);
  CHECK(text.find('<') == std::string::npos);
  const json data = json::parse(text);
  CHECK(data["title"] == name);
  CHECK(data["tiles"][1]["value"] == std::int64_t{1} << 60);
  const json& table = data["parts"].back();
  CHECK(table["kind"] == "table");
  CHECK(table["columns"][1]["quantity"] == "GBps");
  CHECK(table["rows"] == json{{third, large, nullptr}});
}

TEST_CASE("report: text that is no UTF-8 is mended") {
  const json data = json::parse(report_json(report_named("\xff")));
  CHECK(data["title"] == "\xEF\xBF\xBD");
}

TEST_CASE("report: a page holds its charts' library and licence, and names nothing to be fetched") {
  const std::string page = page_of(report_named("name"));
  for (const std::string& part : {charts.script, charts.licence, charts.notice}) CHECK(count(page, part) == 1);
  for (const char* from_elsewhere : {"src=\"", "http://", "https://", "@import", "url("})
    CHECK(count(page, from_elsewhere) == 0);
  CHECK(count(page, "{{") == 0);
}

TEST_CASE("report: the same report makes the same page") {
  CHECK(page_of(report_named("name")) == page_of(report_named("name")));
}

}  // namespace collsim::test
