#include "support/csv_reader.h"

#include <stdexcept>

namespace collsim::test {
namespace {

void require(bool condition, const char* what) {
  if (!condition) throw std::runtime_error(std::string("not RFC 4180: ") + what);
}

std::string take_quoted(std::string_view& rest) {
  std::string field;
  for (rest.remove_prefix(1);; rest.remove_prefix(1)) {
    require(!rest.empty(), "unclosed quote");
    if (rest[0] == '"') {
      rest.remove_prefix(1);
      if (rest.empty() || rest[0] != '"') return field;
    }
    field += rest[0];
  }
}

std::string take_field(std::string_view& rest) {
  if (!rest.empty() && rest[0] == '"') return take_quoted(rest);
  const std::string_view field = rest.substr(0, rest.find_first_of(",\r\n"));
  require(field.find('"') == std::string_view::npos, "a quote inside a bare field");
  rest.remove_prefix(field.size());
  return std::string(field);
}

std::vector<std::string> take_record(std::string_view& rest) {
  std::vector<std::string> fields{take_field(rest)};
  while (!rest.empty() && rest[0] == ',') {
    rest.remove_prefix(1);
    fields.push_back(take_field(rest));
  }
  require(rest.substr(0, 2) == "\r\n", "a record without CR LF");
  rest.remove_prefix(2);
  return fields;
}

}  // namespace

std::vector<CsvRow> read_csv(std::string_view text) {
  const std::vector<std::string> names = take_record(text);
  std::vector<CsvRow> rows;
  while (!text.empty()) {
    const std::vector<std::string> fields = take_record(text);
    require(fields.size() == names.size(), "records of unequal length");
    CsvRow& row = rows.emplace_back();
    for (std::size_t i = 0; i < fields.size(); ++i)
      require(row.emplace(names[i], fields[i]).second, "a name given twice");
  }
  return rows;
}

}  // namespace collsim::test
