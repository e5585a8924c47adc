#pragma once

#include <string>
#include <vector>

#include "scenario/fields.h"
#include "scenario/scenario.h"

namespace collsim {

/// Reads patterns of chips behind a key: `c[0-3,8], c9`.
class ChipPatterns {
 public:
  /// `none` is what is wrong where no chip is named. Requires: `key` and `diagnostics` outlive this.
  ChipPatterns(std::string_view key, std::string none, Diagnostics& diagnostics)
      : key_(key), none_(std::move(none)), diagnostics_(diagnostics) {}

  /// One text, or a list of them.
  std::vector<Reference> read(Value value);

 private:
  void split(Value at, std::string_view text);
  void append(Value at, std::string_view pattern);

  std::string_view key_;
  std::string none_;
  Diagnostics& diagnostics_;
  std::vector<Reference> found_;
};

}  // namespace collsim
