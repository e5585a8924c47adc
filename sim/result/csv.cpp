#include "result/csv.h"

namespace collsim {

std::string csv_field(std::string_view text) {
  if (text.find_first_of(",\"\r\n") == std::string_view::npos) return std::string(text);
  std::string quoted = "\"";
  for (char c : text) quoted.append(c == '"' ? 2 : 1, c);
  return quoted + '"';
}

void CsvRecord::write(std::ostream& out) {
  line_.back() = '\r';
  out << line_ << '\n';
  line_.clear();
}

CsvRecord& CsvRecord::append(std::string_view field) {
  line_.append(field) += ',';
  return *this;
}

}  // namespace collsim
