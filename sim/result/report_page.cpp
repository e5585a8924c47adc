#include "result/report_page.h"

#include <string_view>

#include "result/report_json.h"
#include "result/report_page_files.h"

namespace collsim {
namespace {

std::string escaped(std::string_view text) {
  std::string html;
  for (const char c : text) {
    if (c == '&')
      html += "&amp;";
    else if (c == '<')
      html += "&lt;";
    else if (c == '>')
      html += "&gt;";
    else
      html += c;
  }
  return html;
}

/// What stands for a place of the page, `{{charts}}`.
std::string text_of(std::string_view place, const Report& report, const ChartLibrary& charts) {
  if (place == "title") return escaped(report.title);
  if (place == "style") return page::style;
  if (place == "charts") return charts.script;
  if (place == "data") return report_json(report);
  if (place == "scripts") return std::string(page::values) + page::charts + page::network + page::boot;
  if (place == "licence") return escaped(charts.notice + "\n\n" + charts.licence);
  return "";
}

}  // namespace

void write_report(const Report& report, const ChartLibrary& charts, std::ostream& out) {
  std::string_view rest = page::frame;
  for (auto open = rest.find("{{"); open != std::string_view::npos; open = rest.find("{{")) {
    const auto close = rest.find("}}", open);
    out << rest.substr(0, open) << text_of(rest.substr(open + 2, close - open - 2), report, charts);
    rest.remove_prefix(close + 2);
  }
  out << rest;
}

}  // namespace collsim
