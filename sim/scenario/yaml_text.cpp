#include "scenario/yaml_text.h"

#include <fmt/format.h>

namespace collsim {
namespace {

/// Letters that end a plain scalar, or mean something else than themselves, in some place of a flow style line.
constexpr std::string_view special = ",[]{}#:&*!|'\"%@`?\\\n\r\t";

std::string quoted_text(std::string_view text) {
  std::string quoted = "\"";
  for (const char c : text) {
    const auto code = static_cast<unsigned char>(c);
    if (c == '"' || c == '\\') {
      quoted.append({'\\', c});
    } else if (code < 0x20) {
      quoted += fmt::format("\\x{:02x}", code);
    } else {
      quoted += c;
    }
  }
  return quoted + '"';
}

std::string scalar_text(Value scalar) {
  const std::string_view text = scalar.text();
  const bool plain = !scalar.quoted() && !text.empty() && text.find_first_of(special) == std::string_view::npos;
  return plain ? std::string(text) : quoted_text(text);
}

std::string items_text(Value list) {
  std::string text;
  for (const Value& item : list.items()) text += (text.empty() ? "" : ", ") + yaml_text(item);
  return '[' + text + ']';
}

std::string entries_text(Value mapping) {
  std::string text;
  for (const Value::Entry& entry : mapping.entries())
    text += (text.empty() ? "" : ", ") + yaml_text(entry.key) + ": " + yaml_text(entry.value);
  return '{' + text + '}';
}

}  // namespace

std::string yaml_text(Value value) {
  switch (value.kind()) {
    case Value::Kind::sequence:
      return items_text(value);
    case Value::Kind::mapping:
      return entries_text(value);
    case Value::Kind::scalar:
      return scalar_text(value);
    case Value::Kind::null:
      break;
  }
  return "~";
}

}  // namespace collsim
