#include "text_table.h"

#include <algorithm>

#include "result/text.h"

namespace collsim {
namespace {

std::vector<std::size_t> widths_of(const std::vector<std::vector<std::string>>& rows) {
  std::vector<std::size_t> widths(rows.empty() ? 0 : rows.front().size(), 0);
  for (const auto& row : rows)
    for (std::size_t i = 0; i < row.size(); ++i) widths[i] = std::max(widths[i], row[i].size());
  return widths;
}

}  // namespace

void write_text_table(const std::vector<std::vector<std::string>>& rows, const std::string& indent, std::ostream& out) {
  const std::vector<std::size_t> widths = widths_of(rows);
  for (const auto& row : rows) {
    std::string line = indent;
    for (std::size_t i = 0; i < row.size(); ++i) line += left_aligned(row[i], widths[i]) + "  ";
    line.erase(line.find_last_not_of(' ') + 1);
    out << line << '\n';
  }
}

}  // namespace collsim
