#pragma once

#include <ostream>
#include <string>
#include <string_view>
#include <vector>

namespace collsim {

/// Lines of text in columns as wide as their widest entry, two blanks apart.
class Columns {
 public:
  /// One letter a column: `l` stands left, `r` right.
  explicit Columns(std::string_view alignment) : alignment_(alignment) {}

  /// Requires: as many fields as columns.
  void add(std::vector<std::string> fields) { rows_.push_back(std::move(fields)); }
  bool empty() const { return rows_.empty(); }
  void write(std::string_view indent, std::ostream& out) const;

 private:
  std::string alignment_;
  std::vector<std::vector<std::string>> rows_;
};

/// Places on a screen: characters of UTF-8, not bytes.
std::size_t width_of(std::string_view text);

}  // namespace collsim
