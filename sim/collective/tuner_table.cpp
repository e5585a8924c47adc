#include "collective/tuner_table.h"

#include <algorithm>
#include <array>
#include <charconv>
#include <limits>
#include <utility>

#include "base/error.h"
#include "collective/fitting.h"
#include "collective/table.h"

namespace collsim {
namespace {

constexpr std::array<std::string_view, 10> table_columns{"collective_type", "min_bytes", "max_bytes", "algorithm",
                                                         "protocol",        "channels",  "nNodes",    "nRanks",
                                                         "numPipeOps",      "regBuff"};
constexpr std::size_t least_columns = 8;
struct Column {
  enum : std::size_t { collective, min_bytes, max_bytes, algorithm, protocol, channels, nodes, ranks, pipe, buffer };
};

constexpr std::array<std::pair<std::string_view, Op>, 5> nccl_ops{{{"broadcast", Op::broadcast},
                                                                   {"reduce", Op::reduce},
                                                                   {"allgather", Op::all_gather},
                                                                   {"reducescatter", Op::reduce_scatter},
                                                                   {"allreduce", Op::all_reduce}}};

struct TableCell {
  std::string_view text;
  int column = 1;
};

std::string_view without_blanks(std::string_view text) {
  const std::size_t begin = text.find_first_not_of(" \t\r");
  if (begin == std::string_view::npos) return {};
  return text.substr(begin, text.find_last_not_of(" \t\r") - begin + 1);
}

std::vector<TableCell> cells_of(std::string_view line) {
  std::vector<TableCell> cells;
  for (std::size_t begin = 0; begin <= line.size();) {
    const std::size_t end = std::min(line.find(',', begin), line.size());
    const std::string_view cell = line.substr(begin, end - begin);
    const std::size_t blanks = std::min(cell.find_first_not_of(" \t"), cell.size());
    cells.push_back({without_blanks(cell), static_cast<int>(begin + blanks) + 1});
    begin = end + 1;
  }
  return cells;
}

// As a scenario's own `channels`, and more ranks than anybody has.
constexpr Bytes most_channels = 1024, most_members = 10'000'000;

/// One line of the file; what is wrong with it goes to the diagnostics.
class RowReader {
 public:
  RowReader(std::vector<TableCell> cells, int line, Diagnostics& diagnostics)
      : cells_(std::move(cells)), line_(line), diagnostics_(diagnostics) {}

  /// Nothing where it is wrong, or for what does not exist here.
  std::optional<TunerRow> read() {
    if (!count_is_right()) return {};
    TunerRow row;
    row.line = line_;
    row.op = read_op();
    row.min_bytes = number(Column::min_bytes, 0);
    row.max_bytes = number(Column::max_bytes, 0);
    if (right_ && row.min_bytes > row.max_bytes)
      complain(Column::max_bytes, "is below min_bytes: no size is in between");
    row.algorithm = read_algorithm(row.op);
    row.protocol = read_protocol();
    row.channels = positive_or_any(Column::channels, most_channels);
    row.nodes = positive_or_any(Column::nodes, most_members);
    row.ranks = positive_or_any(Column::ranks, most_members);
    const Bytes operations = cells_.size() > Column::pipe ? number(Column::pipe, -1) : -1;
    const Bytes registered = cells_.size() > Column::buffer ? number(Column::buffer, -1) : -1;
    const bool exists = (operations == -1 || operations == 1) && registered < 1;
    return right_ && exists ? std::optional(std::move(row)) : std::nullopt;
  }

 private:
  void complain(std::size_t column, const std::string& message) {
    right_ = false;
    const TableCell& cell = cells_[std::min(column, cells_.size() - 1)];
    diagnostics_.add({line_, cell.column},
                     std::string(table_columns[column]) + ": " + quote(cell.text) + ' ' + message);
  }

  bool count_is_right() {
    if (cells_.size() >= least_columns && cells_.size() <= table_columns.size()) return true;
    std::string names;
    for (const std::string_view name : table_columns) names += (names.empty() ? "" : ",") + std::string(name);
    diagnostics_.add({line_, 1}, "a row has 8 to 10 fields, this has " + std::to_string(cells_.size()) + ": " + names);
    return false;
  }

  Bytes number(std::size_t column, Bytes least) {
    const std::string_view text = cells_[column].text;
    Bytes value = 0;
    const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), value);
    // SIZE_MAX is the usual way to say that there is no limit.
    if (error == std::errc::result_out_of_range && text[0] != '-' && end == text.data() + text.size())
      return std::numeric_limits<Bytes>::max();
    if (error != std::errc() || end != text.data() + text.size())
      complain(column, "is no whole number");
    else if (value < least)
      complain(column, "is below " + std::to_string(least));
    return value;
  }

  std::optional<int> positive_or_any(std::size_t column, Bytes most) {
    const Bytes value = number(column, -1);
    if (value == -1) return {};
    if (right_ && (value == 0 || value > most))
      complain(column, "is neither -1, for any, nor a number from 1 to " + std::to_string(most));
    return static_cast<int>(std::clamp<Bytes>(value, 1, most));
  }

  Op read_op() {
    const std::string_view name = cells_[Column::collective].text;
    for (const auto& [word, op] : nccl_ops)
      if (word == name) return op;
    if (const auto op = parse_op(name)) return *op;
    complain(Column::collective, "is no operation: broadcast, reduce, allgather, reducescatter, allreduce");
    return Op::all_reduce;
  }

  std::string read_algorithm(Op op) {
    const std::string_view name = cells_[Column::algorithm].text;
    const bool rooted = op == Op::broadcast || op == Op::reduce;
    if (name == "tree") return rooted ? "binary_tree" : "double_tree";
    if (name == "ring" && rooted) return "chain";
    const auto all = algorithms();
    const bool known = std::any_of(all.begin(), all.end(), [&](const Algorithm& a) { return a.name == name; });
    if (!known)
      complain(Column::algorithm,
               "is no algorithm: tree, ring, collnet_direct, collnet_chain, nvls, nvls_tree, pat, or a name "
               "of `collsim algorithms`");
    return std::string(name);
  }

  Protocol read_protocol() {
    for (const Protocol one : all_protocols)
      if (to_string(one) == cells_[Column::protocol].text) return one;
    complain(Column::protocol, "is no protocol: ll, ll128, simple");
    return Protocol::simple;
  }

  std::vector<TableCell> cells_;
  int line_;
  Diagnostics& diagnostics_;
  bool right_ = true;
};

}  // namespace

std::vector<TunerRow> parse_tuner_table(std::string_view text, const std::string& file) {
  Diagnostics diagnostics(file);
  std::vector<TunerRow> rows;
  int line_number = 0;
  bool first = true;
  for (std::size_t begin = 0; begin < text.size();) {
    const std::size_t end = std::min(text.find('\n', begin), text.size());
    const std::string_view line = text.substr(begin, end - begin);
    begin = end + 1;
    ++line_number;
    if (without_blanks(line).empty() || without_blanks(line).front() == '#') continue;
    const bool names = first && without_blanks(line).starts_with(table_columns.front());
    first = false;
    if (names) continue;
    if (auto row = RowReader(cells_of(line), line_number, diagnostics).read()) rows.push_back(std::move(*row));
  }
  diagnostics.throw_if_any();
  return rows;
}

const TunerRow* find_row(const std::vector<TunerRow>& rows, Op op, Bytes size, const GroupFacts& facts) {
  const auto found = std::find_if(rows.begin(), rows.end(), [&](const TunerRow& row) {
    return row.op == op && size >= row.min_bytes && size <= row.max_bytes &&
           row.nodes.value_or(facts.node_count) == facts.node_count && row.ranks.value_or(facts.ranks) == facts.ranks;
  });
  return found == rows.end() ? nullptr : &*found;
}

}  // namespace collsim
