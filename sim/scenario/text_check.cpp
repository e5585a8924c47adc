#include "scenario/text_check.h"

#include <algorithm>

namespace collsim {
namespace {

constexpr std::size_t longest_text = std::size_t{1} << 30;

bool is_continuation(char c) { return (static_cast<unsigned char>(c) & 0xC0U) == 0x80U; }

/// Bytes of the character that `lead` begins; 0 for a byte that begins none.
std::size_t utf8_length(char lead) {
  const auto byte = static_cast<unsigned char>(lead);
  if (byte < 0x80U) return 1;
  if (byte >= 0xC2U && byte <= 0xDFU) return 2;
  if (byte >= 0xE0U && byte <= 0xEFU) return 3;
  return byte >= 0xF0U && byte <= 0xF4U ? 4 : 0;
}

bool is_utf8_at(std::string_view text, std::size_t at) {
  const std::size_t length = utf8_length(text[at]);
  if (length == 0 || at + length > text.size()) return false;
  const std::string_view rest = text.substr(at + 1, length - 1);
  return std::all_of(rest.begin(), rest.end(), is_continuation);
}

bool is_control(char c) {
  const auto byte = static_cast<unsigned char>(c);
  return (byte < 0x20U && c != '\t' && c != '\n' && c != '\r') || byte == 0x7FU;
}

/// What is wrong with the character at `at`; empty if nothing.
std::string problem_at(std::string_view text, std::size_t at, bool indentation) {
  if (is_control(text[at])) return "a control character stands here: is this a text file?";
  if (!is_utf8_at(text, at)) return "this is not UTF-8: save the file in that encoding";
  if (text[at] != '\t' || !indentation) return {};
  const std::size_t next = text.find_first_not_of(" \t\r", at);
  const bool blank_line = next == std::string_view::npos || text[next] == '\n' || text[next] == '#';
  return blank_line ? "" : "a tab stands in the indentation: YAML wants spaces";
}

}  // namespace

std::string_view without_byte_order_mark(std::string_view text) {
  constexpr std::string_view byte_order_mark = "\xEF\xBB\xBF";
  if (text.substr(0, byte_order_mark.size()) == byte_order_mark) text.remove_prefix(byte_order_mark.size());
  return text;
}

std::optional<TextProblem> find_unreadable(std::string_view text) {
  if (text.size() > longest_text) return TextProblem{{}, "more than 1 GiB of text"};
  Mark mark{1, 0};
  bool indentation = true;
  for (std::size_t i = 0; i < text.size(); i += utf8_length(text[i])) {
    ++mark.column;
    if (std::string problem = problem_at(text, i, indentation); !problem.empty()) {
      return TextProblem{mark, std::move(problem)};
    }
    // The first tab of a line has looked at all behind it.
    indentation = text[i] == '\n' || (indentation && text[i] == ' ');
    if (text[i] == '\n') mark = {mark.line + 1, 0};
  }
  return {};
}

}  // namespace collsim
