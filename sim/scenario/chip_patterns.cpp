#include "scenario/chip_patterns.h"

#include <stdexcept>

#include "base/id_range.h"

namespace collsim {

std::vector<Reference> ChipPatterns::read(Value value) {
  found_.clear();
  const bool list = value.is(Value::Kind::sequence);
  for (const Value& item : list ? value.items() : std::vector<Value>{value}) {
    if (const auto text = to_text(item, key_, diagnostics_)) split(item, *text);
  }
  if (list && value.count() == 0) complain(diagnostics_, value, key_, none_);
  return std::move(found_);
}

/// At commas and blanks outside brackets.
void ChipPatterns::split(Value at, std::string_view text) {
  std::size_t begin = 0;
  bool inside = false, named = false;
  for (std::size_t i = 0; i <= text.size(); ++i) {
    const char c = i < text.size() ? text[i] : ' ';
    inside = i < text.size() && (c == '[' || (inside && c != ']'));
    const bool separates = !inside && (c == ',' || c == ' ' || c == '\t' || c == '\n');
    if (!separates) continue;
    if (i > begin) append(at, text.substr(begin, i - begin));
    named = named || i > begin;
    begin = i + 1;
  }
  if (!named) complain(diagnostics_, at, key_, none_);
}

void ChipPatterns::append(Value at, std::string_view pattern) try {
  count_ids(pattern);
  found_.push_back({std::string(pattern), at.mark()});
} catch (const std::invalid_argument& e) {
  complain(diagnostics_, at, key_, e.what());
}

}  // namespace collsim
