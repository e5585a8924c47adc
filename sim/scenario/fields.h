#pragma once

#include <algorithm>
#include <array>
#include <limits>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "base/error.h"
#include "base/time.h"
#include "base/units.h"
#include "scenario/document.h"
#include "scenario/scenario.h"

namespace collsim {

/// A word that a file may hold, and whether it is more than reserved yet.
struct KnownWord {
  std::string_view word;
  bool supported = true;
};

/// One of several words for a value; without a value it is reserved: refused with "not supported yet".
template <class T>
struct Choice {
  std::string_view word;
  std::optional<T> value;
};

/// `key: message` at the place of `at`.
void complain(Diagnostics& diagnostics, Value at, std::string_view key, const std::string& message);

/// The scalar behind `key`, converted. What is wrong with it goes to `diagnostics`, and nothing is returned.
std::optional<std::string> to_text(Value value, std::string_view key, Diagnostics& diagnostics);
std::optional<Bytes> to_size(Value value, std::string_view key, Diagnostics& diagnostics);
std::optional<double> to_bandwidth(Value value, std::string_view key, Diagnostics& diagnostics);
std::optional<Duration> to_time(Value value, std::string_view key, Diagnostics& diagnostics);
/// A number above 0.
std::optional<double> to_positive(Value value, std::string_view key, Diagnostics& diagnostics);
std::optional<std::uint64_t> to_whole(Value value, std::string_view key, Diagnostics& diagnostics);
std::optional<bool> to_flag(Value value, std::string_view key, Diagnostics& diagnostics);

/// Which of `words` stands behind `key`.
std::optional<std::size_t> to_choice(Value value, std::string_view key, std::span<const KnownWord> words,
                                     Diagnostics& diagnostics);

/// `a, b, c`.
std::string listed(std::span<const std::string_view> words);

/// The keys of one mapping, read strictly: a mapping and nothing else, no key unknown, none without a value. Getters
/// return nothing for a key that is absent or wrong; what is wrong has then been told.
class Fields {
 public:
  /// Where a key that the mapping does not have belongs instead; empty where nobody knows it.
  using Elsewhere = std::string (*)(std::string_view key);

  /// `what` names the mapping in errors: "a node".
  Fields(Value mapping, std::string_view what, std::span<const KnownWord> keys, Diagnostics& diagnostics,
         Elsewhere elsewhere = nullptr);

  Value mapping() const { return mapping_; }
  Diagnostics& diagnostics() const { return diagnostics_; }

  /// Whether the key stands there, with or without a value.
  bool has(std::string_view key) const;
  std::optional<Value> find(std::string_view key) const;
  /// Complains where the key is absent; `example` is what would be right.
  std::optional<Value> require(std::string_view key, std::string_view example) const;
  /// A message at the key's value, or at the mapping where it is absent.
  void complain(std::string_view key, const std::string& message) const;

  /// The items of a list; none where the key is absent or holds something else.
  std::vector<Value> list(std::string_view key) const;

  std::optional<std::string> text(std::string_view key) const { return read(key, to_text); }
  std::optional<Reference> reference(std::string_view key, std::string_view example) const;
  std::optional<Bytes> size(std::string_view key) const { return read(key, to_size); }
  std::optional<double> bandwidth(std::string_view key) const { return read(key, to_bandwidth); }
  std::optional<Duration> time(std::string_view key) const { return read(key, to_time); }
  std::optional<double> positive(std::string_view key) const { return read(key, to_positive); }
  /// A number from `least` to `most`. Requires: least > 0.
  std::optional<double> positive_between(std::string_view key, double least, double most) const;
  std::optional<std::uint64_t> whole(std::string_view key) const { return read(key, to_whole); }
  std::optional<bool> flag(std::string_view key) const { return read(key, to_flag); }
  /// A whole number from `least` to `most`.
  std::optional<int> whole_between(std::string_view key, int least, int most) const;

  template <class T, std::size_t n>
  std::optional<T> choice(std::string_view key, const std::array<Choice<T>, n>& choices) const {
    const auto value = find(key);
    if (!value) return {};
    std::array<KnownWord, n> words;
    std::transform(choices.begin(), choices.end(), words.begin(), [](const Choice<T>& c) {
      return KnownWord{c.word, c.value.has_value()};
    });
    const auto chosen = to_choice(*value, key, words, diagnostics_);
    return chosen ? choices[*chosen].value : std::nullopt;
  }

 private:
  template <class Convert>
  auto read(std::string_view key, Convert convert) const
      -> decltype(convert(std::declval<Value>(), key, std::declval<Diagnostics&>())) {
    const auto value = find(key);
    if (!value) return {};
    return convert(*value, key, diagnostics_);
  }

  void check_key(Value::Entry entry, std::string_view what, std::span<const KnownWord> keys, Elsewhere elsewhere) const;

  Value mapping_;
  std::vector<Value::Entry> entries_;
  Diagnostics& diagnostics_;
};

}  // namespace collsim
