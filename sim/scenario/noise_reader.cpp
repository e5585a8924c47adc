#include "scenario/noise_reader.h"

#include <cmath>

#include "scenario/disturbances.h"

namespace collsim {
namespace {

constexpr std::array noise_keys{KnownWord{"from"},   KnownWord{"to"},    KnownWord{"rate"},  KnownWord{"size"},
                                KnownWord{"period"}, KnownWord{"duty"},  KnownWord{"on"},    KnownWord{"start"},
                                KnownWord{"stop"},   KnownWord{"phase"}, KnownWord{"jitter"}};

constexpr double least_duty = 1e-6;
constexpr Duration least_period(1'000'000);  // a message takes longer; a run has as many events as periods

/// `on`, or `duty` of the period.
Duration read_on(const Fields& fields, Duration period) {
  const auto on = fields.time("on");
  const auto duty = fields.positive_between("duty", least_duty, 1);
  if (duty) return Duration(std::llround(static_cast<double>(period.count()) * *duty));
  return on.value_or(Duration::zero());
}

void read_load(const Fields& fields, NoiseSpec& spec) {
  spec.rate = fields.bandwidth("rate");
  spec.size = fields.size("size");
  spec.on = read_on(fields, spec.period);
  if (fields.has("rate") == fields.has("size")) {
    fields.complain("noise", "wants either a rate, with duty or on, or the size of each burst");
  } else if (fields.has("size") && (fields.has("on") || fields.has("duty"))) {
    fields.complain("size", "of a burst says how long it lasts: leave on and duty out");
  } else if (fields.has("rate") && fields.has("on") == fields.has("duty")) {
    fields.complain("rate", "lasts for one of on: 1 ms and duty: 0.5 in each period");
  }
  if (spec.size && *spec.size == 0) fields.complain("size", "is 0: such bursts move nothing");
}

void read_phase(const Fields& fields, NoiseSpec& spec) {
  const auto value = fields.find("phase");
  if (!value) return;
  spec.random_phase = value->is(Value::Kind::scalar) && value->text() == "random";
  if (!spec.random_phase) spec.phase = fields.time("phase").value_or(Duration::zero());
}

void check_times(const Fields& fields, const NoiseSpec& spec) {
  if (spec.period == Duration::zero()) {
    if (fields.find("period")) fields.complain("period", "is 0: a time above 0 is wanted");
    return;
  }
  if (spec.period < least_period) {
    fields.complain("period", "is below " + format_time(least_period) + ", of which a fluid knows nothing");
  }
  if (spec.rate && spec.on == Duration::zero() && fields.has("on")) {
    fields.complain("on", "is 0: such noise moves nothing");
  }
  if (spec.on + spec.jitter > spec.period) {
    fields.complain("noise", format_time(spec.on) + " on and " + format_time(spec.jitter) +
                                 " of jitter do not fit in a period of " + format_time(spec.period));
  }
  check_stop_after(fields, spec.start, spec.stop);
}

}  // namespace

NoiseSpec read_noise(Value mapping, Diagnostics& diagnostics) {
  const Fields fields(mapping, "noise", noise_keys, diagnostics);
  NoiseSpec spec;
  spec.mark = mapping.mark();
  spec.from = fields.reference("from", "c0").value_or(Reference{});
  spec.to = fields.reference("to", "c9").value_or(Reference{});
  fields.require("period", "1 ms");
  spec.period = fields.time("period").value_or(Duration::zero());
  read_load(fields, spec);
  spec.start = Instant(fields.time("start").value_or(Duration::zero()));
  if (const auto stop = fields.time("stop")) spec.stop = Instant(*stop);
  read_phase(fields, spec);
  spec.jitter = fields.time("jitter").value_or(Duration::zero());
  check_times(fields, spec);
  return spec;
}

}  // namespace collsim
