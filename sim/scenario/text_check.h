#pragma once

#include <optional>
#include <string>
#include <string_view>

#include "base/error.h"

namespace collsim {

struct TextProblem {
  Mark mark;
  std::string message;
};

/// What a YAML parser would misread in silence or explain badly: control characters (one of which it takes for the end
/// of the file), a tab in the indentation, an encoding other than UTF-8, more text than positions can count.
std::optional<TextProblem> find_unreadable(std::string_view text);

/// `text` without the mark that some editors put in front of UTF-8.
std::string_view without_byte_order_mark(std::string_view text);

}  // namespace collsim
