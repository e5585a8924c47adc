#pragma once

#include <concepts>
#include <ostream>
#include <string>
#include <string_view>

#include "result/text.h"

namespace collsim {

/// A field of a CSV file as RFC 4180 wants it: quoted where it holds a comma, a quote or a line break.
std::string csv_field(std::string_view text);

/// Builds one record of a CSV file and appends it to a stream, fields separated by commas, the record ended by CR LF
/// (RFC 4180). Requires: at least one field.
class CsvRecord {
 public:
  CsvRecord& operator<<(std::string_view text) { return append(csv_field(text)); }
  CsvRecord& operator<<(const char* text) { return *this << std::string_view(text); }
  CsvRecord& operator<<(double value) { return append(shortest(value)); }
  CsvRecord& operator<<(std::integral auto value) { return append(std::to_string(value)); }

  void write(std::ostream& out);

 private:
  CsvRecord& append(std::string_view field);

  std::string line_;
};

}  // namespace collsim
