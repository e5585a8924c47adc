#include "scenario/matrix_reader.h"

#include <stdexcept>

#include "scenario/named_file.h"

namespace collsim {
namespace {

constexpr Bytes most_in_all = Bytes{1} << 62;

struct Row {
  Diagnostic place;  ///< without a message
  std::size_t count = 0;
  bool no_list = false;  ///< which has been told
};

/// A matrix in the making: what is right of it so far, and what was wrong.
class Rows {
 public:
  Rows(Bytes element, Diagnostics& diagnostics) : element_(element), diagnostics_(diagnostics) {}

  void begin(Diagnostic place) { rows_.push_back({std::move(place), 0, false}); }

  void begin_no_list(const Diagnostic& place) {
    rows_.push_back({place, 0, true});
    complain(place, "a row is a list of sizes, as in [0, 1 MiB, 2 MiB]");
  }

  /// The next entry of the last row; absent where it could not be read, which has been told.
  void add(std::optional<Bytes> size, const Diagnostic& place) {
    ++rows_.back().count;
    const Bytes bytes = size.value_or(0);
    if (bytes % element_ != 0) {
      complain(place, format_size(bytes) + " is no whole number of elements of " + std::to_string(element_) + " bytes");
    }
    bytes_.push_back(bytes);
    wrong_ = wrong_ || !size;
  }

  void complain(Diagnostic place, const std::string& message) {
    wrong_ = true;
    place.message = "matrix: " + message;
    diagnostics_.add(std::move(place));
  }

  std::optional<ByteMatrix> matrix(int ranks, const Diagnostic& whole) {
    check_shape(static_cast<std::size_t>(ranks), whole);
    check_sum(whole);
    if (wrong_) return {};
    return ByteMatrix(ranks, std::move(bytes_));
  }

 private:
  void check_shape(std::size_t ranks, const Diagnostic& whole) {
    if (rows_.size() != ranks) {
      complain(whole, "it has " + counted(rows_.size(), "row") + ", and the group has " + counted(ranks, "rank") +
                          ": write a row for each source, with a size for each destination");
    }
    for (std::size_t r = 0; r < rows_.size(); ++r) {
      if (rows_[r].count == rows_.size() || rows_[r].no_list) continue;
      complain(rows_[r].place, "the row of rank " + std::to_string(r) + " has " + counted(rows_[r].count, "size") +
                                   ", and there are " + counted(rows_.size(), "row") +
                                   ": a matrix is square, a row for each source and a column for each destination");
    }
  }

  void check_sum(const Diagnostic& whole) {
    Bytes left = most_in_all;
    for (const Bytes b : bytes_) {
      if (b > left) return complain(whole, "it adds up to more than " + format_size(most_in_all));
      left -= b;
    }
  }

  static std::string counted(std::size_t count, const std::string& what) {
    return std::to_string(count) + ' ' + what + (count == 1 ? "" : "s");
  }

  Bytes element_;
  Diagnostics& diagnostics_;
  std::vector<Row> rows_;
  std::vector<Bytes> bytes_;
  bool wrong_ = false;
};

void read_rows(Value list, Rows& rows, Diagnostics& diagnostics) {
  for (const Value& row : list.items()) {
    if (!row.is(Value::Kind::sequence)) {
      rows.begin_no_list(row.diagnostic(""));
      continue;
    }
    rows.begin(row.diagnostic(""));
    for (const Value& size : row.items()) rows.add(to_size(size, "matrix", diagnostics), size.diagnostic(""));
  }
}

bool separates(char c) { return c == ' ' || c == '\t' || c == ',' || c == '\r'; }

/// One line of a matrix file. A row begins with its first entry; a comma stands behind one.
void read_line(std::string_view line, const Diagnostic& start, Rows& rows) {
  bool begun = false, behind_entry = false;
  for (std::size_t at = 0; at < line.size();) {
    const bool empty = line[at] == ',' && !behind_entry;
    if (separates(line[at]) && !empty) {
      if (line[at++] == ',') behind_entry = false;
      continue;
    }
    std::size_t end = at;
    while (end < line.size() && !separates(line[end])) ++end;
    Diagnostic place = start;
    place.mark.column = static_cast<int>(at) + 1;
    if (!begun) rows.begin(place);
    begun = true;
    if (empty) {
      rows.add({}, place);
      rows.complain(place, "an empty field: write 0 where nothing is sent");
      ++at;
      continue;
    }
    behind_entry = true;
    try {
      rows.add(parse_size(line.substr(at, end - at)), place);
    } catch (const std::invalid_argument& e) {
      rows.add({}, place);
      rows.complain(place, e.what());
    }
    at = end;
  }
}

void read_text(std::string_view text, const std::string& path, Rows& rows) {
  int number = 0;
  while (!text.empty()) {
    const std::size_t end = std::min(text.find('\n'), text.size());
    const std::string_view line = text.substr(0, end);
    read_line(line.substr(0, line.find('#')), {path, {++number, 1}, ""}, rows);
    text.remove_prefix(std::min(end + 1, text.size()));
  }
}

}  // namespace

std::optional<ByteMatrix> read_matrix(Value value, int ranks, Bytes element, const std::string& file,
                                      Diagnostics& diagnostics) {
  Rows rows(element, diagnostics);
  if (value.is(Value::Kind::sequence)) {
    read_rows(value, rows, diagnostics);
    return rows.matrix(ranks, value.diagnostic(""));
  }
  if (!to_text(value, "matrix", diagnostics)) return {};
  const NamedFile named = read_named_file(value, "a matrix", file);
  read_text(named.text, named.path, rows);
  return rows.matrix(ranks, {named.path, {1, 1}, ""});
}

}  // namespace collsim
