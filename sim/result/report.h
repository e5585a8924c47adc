#pragma once

#include <cstdint>
#include <string>
#include <utility>
#include <variant>
#include <vector>

namespace collsim {

// A report as plain data: what the page of result/report_page/ shows, part by part, in this order. Any command fills
// one with the parts that it has.

/// What a number counts, which says how it is written and on which axis it stands.
enum class Quantity : std::uint8_t { text, count, bytes, microseconds, GBps, share, factor };

/// Nothing, a text, or a number of the column's quantity; shares from 0 to 1.
using ReportValue = std::variant<std::monostate, std::string, double, std::int64_t>;

/// One number at the head of the page.
struct ReportTile {
  std::string label;
  Quantity quantity = Quantity::text;
  ReportValue value;
  std::string detail;  ///< a line below it
};

struct ReportColumn {
  std::string title;
  Quantity quantity = Quantity::text;
};

struct ReportTable {
  std::string title, note;
  std::vector<ReportColumn> columns;
  std::vector<std::vector<ReportValue>> rows;  ///< each as long as `columns`
};

/// Points, by rising x.
struct ReportSeries {
  enum class Style : std::uint8_t { line, dashed, points };
  std::string name;
  Style style = Style::line;
  std::vector<std::pair<double, double>> points;
};

/// A place on one of the axes, as a line across.
struct ReportMark {
  double at = 0;
  std::string text;
};

/// Curves on a logarithmic x axis.
struct ReportCurves {
  std::string title, note, x_title;
  Quantity x = Quantity::bytes, y = Quantity::microseconds;
  bool logarithmic = false;  ///< the y axis too
  std::vector<ReportSeries> series;
  std::vector<ReportMark> x_marks, y_marks;
};

/// Bars side by side, each of parts that add up to a whole.
struct ReportStack {
  struct Bar {
    std::string name;
    std::vector<double> parts;  ///< one a name
  };
  std::string title, note;
  Quantity quantity = Quantity::microseconds;
  std::vector<std::string> names, meanings;  ///< of the parts
  std::vector<Bar> bars;
};

/// One bar a place, above `base`.
struct ReportBars {
  struct Bar {
    std::string name, detail;
    double value = 0;
  };
  std::string title, note, x_title;
  Quantity quantity = Quantity::factor;
  double base = 0;
  std::vector<Bar> bars;
};

struct ReportHeatMap {
  std::string title, note, x_title, y_title;
  Quantity quantity = Quantity::share;
  std::vector<std::string> rows, columns;
  std::vector<double> values;  ///< row by row
  double most = 1;             ///< the end of the scale
};

/// What lasted from when to when, in microseconds.
struct ReportGantt {
  enum class Kind : std::uint8_t { operation, step, late, background, down };
  struct Bar {
    std::size_t row = 0;
    double from = 0, to = 0;
    Kind kind = Kind::operation;
    std::string name, detail;
  };
  std::string title, note;
  std::vector<std::string> rows;
  std::vector<Bar> bars;
  std::vector<ReportMark> marks;
  double end = 0;
};

/// A network, its nodes in levels: chips are 0, what they are linked to is 1, and so on.
struct ReportPicture {
  struct Node {
    std::string name, kind, detail;
    int level = 0;
    int members = 1;  ///< nodes of the network that this one stands for
  };
  /// Both directions between two nodes.
  struct Link {
    std::size_t from = 0, to = 0;
    int members = 1;                      ///< directed links of the network
    double utilization = 0;               ///< of the most used of them
    double capacity_GBps = 0, bytes = 0;  ///< of all
    std::string busiest, tier;
  };
  std::string title, note;
  std::vector<Node> nodes;
  std::vector<Link> links;
};

/// Text as it stands in a file.
struct ReportText {
  std::string title, note, text;
};

using ReportPart = std::variant<ReportTable, ReportCurves, ReportStack, ReportBars, ReportHeatMap, ReportGantt,
                                ReportPicture, ReportText>;

struct Report {
  std::string title, subtitle;
  std::string program;             ///< name and version of who made it
  std::vector<std::string> notes;  ///< what a reader must know first
  std::vector<ReportTile> tiles;
  std::vector<ReportPart> parts;
};

}  // namespace collsim
