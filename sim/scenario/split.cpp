#include "scenario/split.h"

#include <algorithm>
#include <array>
#include <cctype>
#include <charconv>
#include <stdexcept>
#include <string>

namespace collsim {
namespace {

struct Word {
  std::string_view text;
  Split::Kind kind;
};
constexpr std::array words{Word{"AND", Split::Kind::bit_and}, Word{"&", Split::Kind::bit_and},
                           Word{"OR", Split::Kind::bit_or},   Word{"|", Split::Kind::bit_or},
                           Word{"MOD", Split::Kind::mod},     Word{"%", Split::Kind::mod},
                           Word{"DIV", Split::Kind::div},     Word{"/", Split::Kind::div}};

constexpr const char* right = "write one of AND, OR, MOD, DIV and a number, as in MOD 8 or AND 0x7";

std::string_view without_blanks(std::string_view text) {
  const auto first = text.find_first_not_of(" \t");
  if (first == std::string_view::npos) return {};
  return text.substr(first, text.find_last_not_of(" \t") - first + 1);
}

bool begins_with(std::string_view text, std::string_view word) {
  const auto alike = [](char a, char b) { return std::toupper(static_cast<unsigned char>(a)) == b; };
  return text.size() >= word.size() && std::equal(word.begin(), word.end(), text.begin(),
                                                  [&](char in_word, char in_text) { return alike(in_text, in_word); });
}

std::uint64_t parse_number(std::string_view text) {
  int base = 10;
  if (begins_with(text, "0X")) base = 16;
  if (begins_with(text, "0B")) base = 2;
  const std::string_view digits = base == 10 ? text : text.substr(2);
  std::uint64_t value = 0;
  const auto [end, error] = std::from_chars(digits.data(), digits.data() + digits.size(), value, base);
  if (error != std::errc{} || end != digits.data() + digits.size()) throw std::invalid_argument(right);
  return value;
}

}  // namespace

std::uint64_t Split::color(std::uint64_t rank) const {
  switch (kind) {
    case Kind::mod:
      return rank % value;
    case Kind::div:
      return rank / value;
    case Kind::bit_and:
      return rank & value;
    case Kind::bit_or:
      return rank | value;
  }
  return 0;
}

Split parse_split(std::string_view text) {
  Split split;
  std::string_view rest = without_blanks(text);
  const auto word = std::find_if(words.begin(), words.end(), [&](const Word& w) { return begins_with(rest, w.text); });
  if (word != words.end()) {
    split.kind = word->kind;
    rest = without_blanks(rest.substr(word->text.size()));
  }
  split.value = parse_number(rest);
  const bool divides = split.kind == Split::Kind::mod || split.kind == Split::Kind::div;
  if (divides && split.value == 0) throw std::invalid_argument("MOD and DIV are by 1 or more");
  return split;
}

}  // namespace collsim
