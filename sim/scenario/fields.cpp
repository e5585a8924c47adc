#include "scenario/fields.h"

#include <stdexcept>

#include <fmt/format.h>

namespace collsim {
namespace {

const char* describe(Value::Kind kind) {
  switch (kind) {
    case Value::Kind::null:
      return "nothing";
    case Value::Kind::scalar:
      return "a single value";
    case Value::Kind::sequence:
      return "a list";
    case Value::Kind::mapping:
      return "a mapping";
  }
  return "";
}

std::string wanted(std::string_view right, Value::Kind found) {
  return std::string(right) + " is wanted here, not " + describe(found);
}

std::vector<std::string_view> supported_words(std::span<const KnownWord> words) {
  std::vector<std::string_view> supported;
  for (const KnownWord& w : words) {
    if (w.supported) supported.push_back(w.word);
  }
  return supported;
}

bool is_scalar(Value value, std::string_view key, Diagnostics& diagnostics) {
  if (value.is(Value::Kind::scalar)) return true;
  complain(diagnostics, value, key, wanted("a single value", value.kind()));
  return false;
}

/// Converts a scalar with one of the parsers of units, whose exceptions become diagnostics.
template <class Parse>
auto parsed(Value value, std::string_view key, Diagnostics& diagnostics, Parse parse)
    -> std::optional<decltype(parse(std::string_view{}))> {
  if (!is_scalar(value, key, diagnostics)) return {};
  try {
    return parse(value.text());
  } catch (const std::invalid_argument& e) {
    complain(diagnostics, value, key, e.what());
    return {};
  }
}

/// Numbers and booleans of YAML stand without quotes; in quotes they are texts.
template <class Parse>
auto parsed_unquoted(Value value, std::string_view key, Diagnostics& diagnostics, Parse parse)
    -> std::optional<decltype(parse(std::string_view{}))> {
  if (value.is(Value::Kind::scalar) && value.quoted()) {
    complain(diagnostics, value, key, quote(value.text()) + " stands in quotes and so is a text: leave the quotes out");
    return {};
  }
  return parsed(value, key, diagnostics, parse);
}

bool parse_flag(std::string_view text) {
  if (text == "true") return true;
  if (text == "false") return false;
  throw std::invalid_argument(quote(text) + " is neither true nor false");
}

double parse_positive(std::string_view text) {
  const double value = parse_number(text);
  if (value == 0) throw std::invalid_argument(quote(text) + " is not above 0");
  return value;
}

std::string parse_text(std::string_view text) {
  if (text.empty()) throw std::invalid_argument("the text is empty");
  return std::string(text);
}

std::string unknown_word(std::string_view word, std::span<const KnownWord> words) {
  std::vector<std::string_view> all;
  for (const KnownWord& w : words) all.push_back(w.word);
  return suggestion(word, all);
}

std::string known_words(std::string_view word, std::span<const KnownWord> words) {
  return unknown_word(word, words) + "; known: " + listed(supported_words(words));
}

std::string advice(const std::vector<std::string_view>& right) {
  if (right.empty()) return {};
  return (right.size() > 1 ? ": write one of " : ": write ") + listed(right);
}

}  // namespace

void complain(Diagnostics& diagnostics, Value at, std::string_view key, const std::string& message) {
  diagnostics.add(at.diagnostic(std::string(key) + ": " + message));
}

std::optional<std::string> to_text(Value value, std::string_view key, Diagnostics& diagnostics) {
  return parsed(value, key, diagnostics, parse_text);
}

std::optional<Bytes> to_size(Value value, std::string_view key, Diagnostics& diagnostics) {
  return parsed(value, key, diagnostics, parse_size);
}

std::optional<double> to_bandwidth(Value value, std::string_view key, Diagnostics& diagnostics) {
  return parsed(value, key, diagnostics, parse_bandwidth);
}

std::optional<Duration> to_time(Value value, std::string_view key, Diagnostics& diagnostics) {
  return parsed(value, key, diagnostics, parse_time);
}

std::optional<double> to_positive(Value value, std::string_view key, Diagnostics& diagnostics) {
  return parsed_unquoted(value, key, diagnostics, parse_positive);
}

std::optional<std::uint64_t> to_whole(Value value, std::string_view key, Diagnostics& diagnostics) {
  return parsed_unquoted(value, key, diagnostics, parse_whole);
}

std::optional<bool> to_flag(Value value, std::string_view key, Diagnostics& diagnostics) {
  return parsed_unquoted(value, key, diagnostics, parse_flag);
}

std::string listed(std::span<const std::string_view> words) {
  std::string text;
  for (const std::string_view word : words) text += (text.empty() ? "" : ", ") + std::string(word);
  return text;
}

std::optional<std::size_t> to_choice(Value value, std::string_view key, std::span<const KnownWord> words,
                                     Diagnostics& diagnostics) {
  if (!is_scalar(value, key, diagnostics)) return {};
  const std::string_view word = value.text();
  const auto found = std::find_if(words.begin(), words.end(), [&](const KnownWord& w) { return w.word == word; });
  if (found != words.end() && found->supported) return static_cast<std::size_t>(found - words.begin());
  const bool reserved = found != words.end();
  const std::string problem = reserved ? " is not supported yet" : " is unknown" + unknown_word(word, words);
  complain(diagnostics, value, key, quote(word) + problem + advice(supported_words(words)));
  return {};
}

Fields::Fields(Value mapping, std::string_view what, std::span<const KnownWord> keys, Diagnostics& diagnostics,
               Elsewhere elsewhere)
    : mapping_(mapping), entries_(mapping.entries()), diagnostics_(diagnostics) {
  if (!mapping.is(Value::Kind::mapping)) {
    const std::string right = std::string(what) + ", a mapping such as {" + std::string(keys.front().word) + ": ...},";
    diagnostics_.add(mapping.diagnostic(wanted(right, mapping.kind())));
  }
  for (const Value::Entry& entry : entries_) check_key(entry, what, keys, elsewhere);
}

void Fields::check_key(Value::Entry entry, std::string_view what, std::span<const KnownWord> keys,
                       Elsewhere elsewhere) const {
  if (!entry.key.is(Value::Kind::scalar)) return;
  const std::string_view word = entry.key.text();
  const auto known = std::find_if(keys.begin(), keys.end(), [&](const KnownWord& k) { return k.word == word; });
  if (known == keys.end()) {
    const std::string place = elsewhere == nullptr ? "" : elsewhere(word);
    diagnostics_.add(entry.key.diagnostic("unknown key " + quote(word) + " of " + std::string(what) +
                                          (place.empty() ? known_words(word, keys) : ": " + place)));
  } else if (!known->supported) {
    diagnostics_.add(entry.key.diagnostic(std::string(word) + " is not supported yet"));
  } else if (entry.value.is(Value::Kind::null)) {
    diagnostics_.add(entry.key.diagnostic(std::string(word) + " has no value: write one or leave the key out"));
  }
}

bool Fields::has(std::string_view key) const {
  return std::any_of(entries_.begin(), entries_.end(),
                     [&](const Value::Entry& e) { return e.key.is(Value::Kind::scalar) && e.key.text() == key; });
}

std::optional<Value> Fields::find(std::string_view key) const {
  for (const Value::Entry& e : entries_) {
    if (e.key.is(Value::Kind::scalar) && e.key.text() == key && !e.value.is(Value::Kind::null)) return e.value;
  }
  return {};
}

std::optional<Value> Fields::require(std::string_view key, std::string_view example) const {
  const auto value = find(key);
  const bool told = value || has(key) || !mapping_.is(Value::Kind::mapping);
  if (!told) complain(key, "is missing: write, for example, " + std::string(key) + ": " + std::string(example));
  return value;
}

void Fields::complain(std::string_view key, const std::string& message) const {
  collsim::complain(diagnostics_, find(key).value_or(mapping_), key, message);
}

std::vector<Value> Fields::list(std::string_view key) const {
  const auto value = find(key);
  if (!value) return {};
  if (!value->is(Value::Kind::sequence)) complain(key, wanted("a list", value->kind()));
  return value->items();
}

std::optional<Reference> Fields::reference(std::string_view key, std::string_view example) const {
  const auto value = require(key, example);
  if (!value) return {};
  auto text = to_text(*value, key, diagnostics_);
  if (!text) return {};
  return Reference{std::move(*text), value->mark()};
}

std::optional<int> Fields::whole_between(std::string_view key, int least, int most) const {
  const auto value = whole(key);
  if (!value) return {};
  if (*value >= static_cast<std::uint64_t>(least) && *value <= static_cast<std::uint64_t>(most)) {
    return static_cast<int>(*value);
  }
  complain(key,
           std::to_string(*value) + " is out of range: from " + std::to_string(least) + " to " + std::to_string(most));
  return {};
}

std::optional<double> Fields::positive_between(std::string_view key, double least, double most) const {
  const auto value = positive(key);
  if (!value || (*value >= least && *value <= most)) return value;
  complain(key, fmt::format("{} is out of range: from {} to {}", *value, least, most));
  return {};
}

}  // namespace collsim
