#include "study/json_log.h"

#include <sstream>

#include <fmt/format.h>
#include <nlohmann/json.hpp>

#include "study/log_row.h"
#include "study/series_checks.h"

namespace collsim {
namespace {

using Json = nlohmann::json;

/// The first of several spellings of a key that is there.
const Json* find(const Json& object, std::initializer_list<const char*> keys) {
  if (!object.is_object()) return nullptr;
  for (const char* key : keys) {
    const auto at = object.find(key);
    if (at != object.end()) return &*at;
  }
  return nullptr;
}

std::optional<double> number(const Json* value) {
  if (value == nullptr) return {};
  if (value->is_number()) return value->get<double>();
  if (!value->is_string()) return {};
  const auto printed = printed_number(value->get_ref<const std::string&>());
  return printed ? std::optional(printed->value) : std::nullopt;
}

std::string text(const Json* value) { return value != nullptr && value->is_string() ? value->get<std::string>() : ""; }

/// Bandwidths in JSON are rounded like printed ones, small ones to nothing.
bool fits(double bytes, double us, double algbw) {
  const double expected = bytes / us / 1e3;
  return std::abs(algbw - expected) <= 0.006 + 0.01 * expected;
}

class JsonReader {
 public:
  explicit JsonReader(MeasuredLog& log) : log_(log) {}

  void value(const Json& json) {
    if (json.is_array()) {
      for (const Json& item : json) value(item);
    } else if (const Json* results = find(json, {"results"})) {
      learn(json);
      for (const Json& item : *results) row(item);
    } else {
      row(json);
    }
  }

 private:
  void learn(const Json& document) {
    const Json* config = find(document, {"config"});
    const Json* devices = config ? find(*config, {"devices"}) : find(document, {"devices"});
    if (devices != nullptr && devices->is_array() && !devices->empty()) ranks_ = static_cast<int>(devices->size());
    for (const Json* place : {&document, config}) {
      if (place == nullptr || op_) continue;
      for (const char* key : {"collective", "test", "name", "cmd", "command"}) learn_op(text(find(*place, {key})));
    }
    if (!op_) op_ = op_of_file_name(log_.file);
  }

  void learn_op(const std::string& said) {
    std::istringstream words(said);
    for (std::string word; !op_ && words >> word;) op_ = op_of_name(word.substr(word.find_last_of('/') + 1));
  }

  void row(const Json& item) {
    ++index_;
    const Json* place = find(item, {"out_of_place", "outOfPlace"});
    const Json& group = place ? *place : item;
    // In-place rows of tools that write one object each.
    if (const auto in_place = number(find(item, {"inPlace", "in_place"})); in_place && *in_place > 0) return;
    const auto size = number(find(item, {"size", "size_bytes"}));
    const auto us = number(find(group, {"time", "time_us"}));
    if (!size || !us || *us <= 0) return skip("no size or no time above 0");
    if (*size == 0) return skip("size 0: less than one element a rank");
    const auto algbw = number(find(group, {"alg_bw", "algbw", "algBw"}));
    if (algbw && !fits(*size, *us, *algbw)) return skip("algbw is not size over time");
    const auto busbw = number(find(group, {"bus_bw", "busbw", "busBw"}));
    series_for(item).rows.push_back({index_, static_cast<Bytes>(*size), *us, algbw.value_or(0), busbw.value_or(0), {}});
  }

  MeasuredSeries& series_for(const Json& item) {
    MeasuredSeries made;
    made.dtype = text(find(item, {"type", "dtype"}));
    made.redop = text(find(item, {"redop"}));
    made.op = op_of_name(text(find(item, {"name", "collective", "op"})));
    if (!made.op) made.op = op_;
    const auto ranks = number(find(item, {"ranks", "nRanks", "nranks"}));
    made.ranks = ranks ? static_cast<int>(*ranks) : ranks_;
    for (MeasuredSeries& s : log_.series)
      if (s.dtype == made.dtype && s.redop == made.redop && s.op == made.op && s.ranks == made.ranks) return s;
    return log_.series.emplace_back(std::move(made));
  }

  void skip(const std::string& reason) { log_.skipped.push_back({index_, reason}); }

  MeasuredLog& log_;
  std::optional<Op> op_;
  std::optional<int> ranks_;
  int index_ = 0;
};

int line_at(std::string_view text, std::size_t offset) {
  return 1 + static_cast<int>(std::count(text.begin(), text.begin() + static_cast<std::ptrdiff_t>(offset), '\n'));
}

/// The end of the object or list that begins at `from`, past strings; npos where it is cut off.
std::size_t end_of_value(std::string_view text, std::size_t from) {
  int depth = 0;
  bool quoted = false;
  for (std::size_t i = from; i < text.size(); ++i) {
    const char c = text[i];
    if (quoted && c == '\\') ++i;
    if (c == '"') quoted = !quoted;
    if (quoted) continue;
    if (c == '{' || c == '[') ++depth;
    if ((c == '}' || c == ']') && --depth == 0) return i + 1;
  }
  return std::string_view::npos;
}

}  // namespace

void parse_json_log(std::string_view text, MeasuredLog& log) {
  JsonReader reader(log);
  for (std::size_t at = text.find_first_of("{["); at != std::string_view::npos;) {
    const std::size_t end = end_of_value(text, at);
    const Json json = end == std::string_view::npos ? Json(Json::value_t::discarded)
                                                    : Json::parse(text.substr(at, end - at), nullptr, false);
    if (json.is_discarded()) {
      log.skipped.push_back({line_at(text, at), "cut off or no JSON"});
      return;
    }
    reader.value(json);
    at = text.find_first_of("{[", end);
  }
}

}  // namespace collsim
