#include "result/report_json.h"

#include <nlohmann/json.hpp>

namespace collsim {
namespace {

using Json = nlohmann::ordered_json;

const char* name_of(Quantity quantity) {
  constexpr const char* names[] = {"text", "count", "bytes", "us", "GBps", "share", "factor"};
  return names[static_cast<std::size_t>(quantity)];
}

const char* name_of(ReportGantt::Kind kind) {
  constexpr const char* names[] = {"operation", "step", "late", "background", "down"};
  return names[static_cast<std::size_t>(kind)];
}

const char* name_of(ReportSeries::Style style) {
  constexpr const char* names[] = {"line", "dashed", "points"};
  return names[static_cast<std::size_t>(style)];
}

template <typename Items, typename ToJson>
Json array_of(const Items& items, ToJson to_json) {
  Json list = Json::array();
  for (const auto& item : items) list.push_back(to_json(item));
  return list;
}

struct ValueToJson {
  Json operator()(std::monostate) const { return nullptr; }
  Json operator()(const std::string& text) const { return text; }
  Json operator()(double number) const { return number; }
  Json operator()(std::int64_t number) const { return number; }
};

Json value_json(const ReportValue& value) { return std::visit(ValueToJson{}, value); }

Json tile_json(const ReportTile& tile) {
  return {{"label", tile.label},
          {"quantity", name_of(tile.quantity)},
          {"value", value_json(tile.value)},
          {"detail", tile.detail}};
}

Json marks_json(const std::vector<ReportMark>& marks) {
  return array_of(marks, [](const ReportMark& mark) { return Json{{"at", mark.at}, {"text", mark.text}}; });
}

Json series_json(const ReportSeries& series) {
  return {{"name", series.name},
          {"style", name_of(series.style)},
          {"points", array_of(series.points, [](const auto& point) {
             return Json{point.first, point.second};
           })}};
}

struct PartToJson {
  Json operator()(const ReportTable& table) const {
    Json json = head("table", table);
    json["columns"] = array_of(table.columns, [](const ReportColumn& column) {
      return Json{{"title", column.title}, {"quantity", name_of(column.quantity)}};
    });
    json["rows"] = array_of(table.rows, [](const auto& row) { return array_of(row, value_json); });
    return json;
  }

  Json operator()(const ReportCurves& curves) const {
    Json json = head("curves", curves);
    json["x_title"] = curves.x_title;
    json["x"] = name_of(curves.x);
    json["y"] = name_of(curves.y);
    json["logarithmic"] = curves.logarithmic;
    json["series"] = array_of(curves.series, series_json);
    json["x_marks"] = marks_json(curves.x_marks);
    json["y_marks"] = marks_json(curves.y_marks);
    return json;
  }

  Json operator()(const ReportStack& stack) const {
    Json json = head("stack", stack);
    json["quantity"] = name_of(stack.quantity);
    json["names"] = stack.names;
    json["meanings"] = stack.meanings;
    json["bars"] = array_of(stack.bars, [](const ReportStack::Bar& bar) {
      return Json{{"name", bar.name}, {"parts", bar.parts}};
    });
    return json;
  }

  Json operator()(const ReportBars& bars) const {
    Json json = head("bars", bars);
    json["x_title"] = bars.x_title;
    json["quantity"] = name_of(bars.quantity);
    json["base"] = bars.base;
    json["bars"] = array_of(bars.bars, [](const ReportBars::Bar& bar) {
      return Json{{"name", bar.name}, {"value", bar.value}, {"detail", bar.detail}};
    });
    return json;
  }

  Json operator()(const ReportHeatMap& map) const {
    Json json = head("heatmap", map);
    json["x_title"] = map.x_title;
    json["y_title"] = map.y_title;
    json["quantity"] = name_of(map.quantity);
    json["rows"] = map.rows;
    json["columns"] = map.columns;
    json["values"] = map.values;
    json["most"] = map.most;
    return json;
  }

  Json operator()(const ReportGantt& gantt) const {
    Json json = head("gantt", gantt);
    json["rows"] = gantt.rows;
    json["bars"] = array_of(gantt.bars, [](const ReportGantt::Bar& bar) {
      return Json{{"row", bar.row},   {"from", bar.from},    {"to", bar.to}, {"kind", name_of(bar.kind)},
                  {"name", bar.name}, {"detail", bar.detail}};
    });
    json["marks"] = marks_json(gantt.marks);
    json["end"] = gantt.end;
    return json;
  }

  Json operator()(const ReportPicture& picture) const {
    Json json = head("picture", picture);
    json["nodes"] = array_of(picture.nodes, [](const ReportPicture::Node& node) {
      return Json{{"name", node.name},
                  {"kind", node.kind},
                  {"detail", node.detail},
                  {"level", node.level},
                  {"members", node.members}};
    });
    json["links"] = array_of(picture.links, [](const ReportPicture::Link& link) {
      return Json{{"from", link.from},
                  {"to", link.to},
                  {"members", link.members},
                  {"utilization", link.utilization},
                  {"capacity_GBps", link.capacity_GBps},
                  {"bytes", link.bytes},
                  {"busiest", link.busiest},
                  {"tier", link.tier}};
    });
    return json;
  }

  Json operator()(const ReportText& text) const {
    Json json = head("text", text);
    json["text"] = text.text;
    return json;
  }

  template <typename Part>
  static Json head(const char* kind, const Part& part) {
    return {{"kind", kind}, {"title", part.title}, {"note", part.note}};
  }
};

/// In JSON a `<` stands in texts only, where it can be written as its number.
std::string without_less_than(const std::string& json) {
  std::string safe;
  safe.reserve(json.size());
  for (const char c : json) {
    if (c == '<')
      safe += "\\u003c";
    else
      safe += c;
  }
  return safe;
}

}  // namespace

std::string report_json(const Report& report) {
  const Json json = {
      {"title", report.title},
      {"subtitle", report.subtitle},
      {"program", report.program},
      {"notes", report.notes},
      {"tiles", array_of(report.tiles, tile_json)},
      {"parts", array_of(report.parts, [](const ReportPart& part) { return std::visit(PartToJson{}, part); })}};
  return without_less_than(json.dump(-1, ' ', false, Json::error_handler_t::replace));
}

}  // namespace collsim
