#pragma once

#include <ostream>
#include <string>
#include <vector>

namespace collsim {

/// Rows of text with each column as wide as its widest cell, two blanks between columns, every line preceded by
/// `indent`. Requires: rows of equally many cells.
void write_text_table(const std::vector<std::vector<std::string>>& rows, const std::string& indent, std::ostream& out);

}  // namespace collsim
