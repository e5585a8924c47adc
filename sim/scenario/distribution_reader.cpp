#include "scenario/distribution_reader.h"

#include <cmath>

namespace collsim {
namespace {

using Kind = Distribution::Kind;

constexpr std::array distribution_keys{KnownWord{"distribution"}, KnownWord{"mean"}, KnownWord{"deviation"}};
constexpr std::array kinds{Choice<Kind>{"uniform", Kind::uniform}, Choice<Kind>{"normal", Kind::normal},
                           Choice<Kind>{"exponential", Kind::exponential}, Choice<Kind>{"lognormal", Kind::lognormal}};

/// From 0 to twice the mean.
Duration widest_uniform(Duration mean) {
  return Duration(static_cast<Duration::rep>(static_cast<double>(mean.count()) / std::sqrt(3.0)));
}

void read_deviation(const Fields& fields, Distribution& d) {
  const auto stated = fields.time("deviation");
  if (d.kind == Kind::exponential) {
    if (fields.has("deviation"))
      fields.complain("deviation", "of an exponential distribution is its mean: leave it out");
    return;
  }
  if (d.kind != Kind::uniform) fields.require("deviation", "200 ns");
  d.deviation = stated.value_or(widest_uniform(d.mean));
  if (d.kind == Kind::uniform && d.deviation > widest_uniform(d.mean)) {
    fields.complain("deviation", "of a uniform distribution is at most mean / sqrt(3), " +
                                     format_time(widest_uniform(d.mean)) + ": times would be below 0");
  }
}

}  // namespace

std::optional<Distribution> read_distribution(Value mapping, std::string_view what, Diagnostics& diagnostics) {
  const Fields fields(mapping, what, distribution_keys, diagnostics);
  Distribution d;
  fields.require("distribution", "exponential");
  fields.require("mean", "1 us");
  const auto kind = fields.choice("distribution", kinds);
  const auto mean = fields.time("mean");
  if (mean && *mean == Duration::zero()) fields.complain("mean", "is 0: a time above 0 is wanted, or none of this");
  if (!kind || !mean || *mean == Duration::zero()) return {};
  d.kind = *kind;
  d.mean = *mean;
  read_deviation(fields, d);
  return d;
}

}  // namespace collsim
