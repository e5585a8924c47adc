#pragma once

#include <map>
#include <string>
#include <string_view>
#include <vector>

namespace collsim::test {

using CsvRow = std::map<std::string, std::string>;

/// Reads RFC 4180 strictly: a header record, every record of equally many fields and ended by CR LF, quotes only around
/// a whole field. Throws std::runtime_error on anything else.
std::vector<CsvRow> read_csv(std::string_view text);

}  // namespace collsim::test
