#include "scenario/value_range.h"

#include <cmath>
#include <stdexcept>

#include <fmt/format.h>

#include "scenario/fields.h"

namespace collsim {
namespace {

constexpr std::size_t max_values = 10'000;
constexpr std::array range_words{KnownWord{"from"}, KnownWord{"to"}, KnownWord{"factor"}, KnownWord{"step"}};

/// What the ends of a range count.
struct Measure {
  double (*parse)(std::string_view text);
  std::string (*format)(double value);
};

constexpr Measure measures[] = {
    {[](std::string_view text) { return parse_number(text); },
     // 15 digits, so that 0.1 + 2 * 0.1 is 0.3.
     [](double value) { return fmt::format("{:.15g}", value); }},
    {[](std::string_view text) { return static_cast<double>(parse_size(text)); },
     [](double value) { return format_size(static_cast<Bytes>(value)); }},
    {[](std::string_view text) { return parse_bandwidth(text); }, [](double value) { return format_bandwidth(value); }},
    {[](std::string_view text) { return static_cast<double>(parse_time(text).count()); },
     [](double value) { return format_time(Duration(std::llround(value))); }}};

std::optional<double> parsed(const Measure& measure, const std::string& text) try {
  return measure.parse(text);
} catch (const std::invalid_argument&) {
  return {};
}

struct Range {
  double from, to, factor, step;  ///< factor 1 where there is a step, step 0 where there is a factor
};

bool grows(const Range& range) { return range.factor > 1 ? range.from > 0 : range.step > 0; }

std::vector<std::string> values_of(const Range& range, const Measure& measure) {
  std::vector<std::string> values;
  // A sum or product may miss the end by its rounding.
  const double last = range.to * (1 + 1e-12);
  double value = range.from;
  while (value <= last && values.size() <= max_values) {
    values.push_back(measure.format(value));
    const auto count = static_cast<double>(values.size());
    value = range.factor > 1 ? range.from * std::pow(range.factor, count) : range.from + count * range.step;
  }
  return values;
}

class RangeReader {
 public:
  RangeReader(Value mapping, const std::string& key, Diagnostics& diagnostics)
      : key_(key), fields_(mapping, "the range of " + quote(key), range_words, diagnostics) {}

  std::vector<std::string> read() const {
    const auto from = end("from"), to = end("to");
    if (!from || !to) return {};
    if (fields_.has("factor") == fields_.has("step")) return refuse("exactly one of factor and step is wanted");
    for (const Measure& measure : measures) {
      const auto least = parsed(measure, *from), most = parsed(measure, *to);
      if (least && most) return read_as(measure, *least, *most);
    }
    return refuse(quote(*from) + " and " + quote(*to) +
                  " are not two numbers, sizes, bandwidths or times: write, for example, {from: 1 us, to: 8 us, "
                  "factor: 2}, or a list of values");
  }

 private:
  std::optional<std::string> end(std::string_view name) const {
    return fields_.require(name, "1 MiB") ? fields_.text(name) : std::nullopt;
  }

  std::vector<std::string> read_as(const Measure& measure, double from, double to) const {
    if (to < from) return refuse("'to' is less than 'from'");
    const auto range = fields_.has("factor") ? geometric(from, to) : arithmetic(measure, from, to);
    if (!range) return {};
    if (!grows(*range)) return refuse("it never gets from 'from' to 'to': write a factor above 1 or a step above 0");
    std::vector<std::string> values = values_of(*range, measure);
    if (values.size() > max_values) return refuse("this makes more than 10000 values: take a larger step or factor");
    return values;
  }

  std::optional<Range> geometric(double from, double to) const {
    const auto factor = fields_.positive("factor");
    return factor ? std::optional(Range{from, to, *factor, 0}) : std::nullopt;
  }

  std::optional<Range> arithmetic(const Measure& measure, double from, double to) const {
    const auto text = fields_.text("step");
    const auto step = text ? parsed(measure, *text) : std::nullopt;
    if (step) return Range{from, to, 1, *step};
    if (text) refuse("the step " + quote(*text) + " is no value of the kind of its ends");
    return {};
  }

  std::vector<std::string> refuse(const std::string& message) const {
    complain(fields_.diagnostics(), fields_.mapping(), key_, message);
    return {};
  }

  std::string key_;
  Fields fields_;
};

}  // namespace

bool is_range(Value value) {
  if (!value.is(Value::Kind::mapping)) return false;
  for (const Value::Entry& entry : value.entries()) {
    if (entry.key.is(Value::Kind::scalar) && entry.key.text() == "from") return true;
  }
  return false;
}

std::vector<std::string> read_value_range(Value mapping, const std::string& key, Diagnostics& diagnostics) {
  return RangeReader(mapping, key, diagnostics).read();
}

}  // namespace collsim
