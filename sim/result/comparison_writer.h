#pragma once

#include <ostream>

#include "result/comparison.h"

namespace collsim {

/// Two results that are compared, with the names of their files.
struct Compared {
  const std::string& before_file;
  const std::string& after_file;
  const Result& before;
  const Result& after;
};

/// Sentences and tables, for people; of changed links the first `top`.
void write_comparison(const Compared& compared, const Comparison& comparison, std::size_t top, std::ostream& out);

/// One document of schema `collsim-comparison/1` with the same.
void write_comparison_json(const Compared& compared, const Comparison& comparison, std::ostream& out);

}  // namespace collsim
