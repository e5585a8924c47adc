#pragma once

#include <cstdint>
#include <string_view>

namespace collsim {

/// Makes groups of ranks, those of one color each, in the manner of NCCL_TESTS_SPLIT (nccl-tests, README.md, "Running
/// multiple operations in parallel"): `MOD 8` groups the ranks of equal rank mod 8, `DIV 8` those of equal rank / 8,
/// `AND 0x7` and `OR 0x7` those of equal bits.
struct Split {
  enum class Kind : std::uint8_t { mod, div, bit_and, bit_or };
  Kind kind = Kind::bit_and;
  std::uint64_t value = 0;

  std::uint64_t color(std::uint64_t rank) const;
};

/// Reads `OPERATION VALUE`: AND, OR, MOD, DIV or & | % /, and a number, decimal, 0x or 0b. A number alone is a mask, as
/// in NCCL_TESTS_SPLIT_MASK, which is short for AND. Throws std::invalid_argument.
Split parse_split(std::string_view text);

}  // namespace collsim
