#include "scenario/disturbances.h"

#include "scenario/distribution_reader.h"

namespace collsim {
namespace {

constexpr std::array background_keys{KnownWord{"from"},  KnownWord{"to"},   KnownWord{"rate"},   KnownWord{"size"},
                                     KnownWord{"start"}, KnownWord{"stop"}, KnownWord{"weight"}, KnownWord{"priority"}};
constexpr std::array straggler_keys{KnownWord{"rank"}, KnownWord{"delay"}, KnownWord{"slow"}};

constexpr double most_slow = 1e6;

Instant instant(const std::optional<Duration>& time) { return Instant(time.value_or(Duration::zero())); }

void want_one_of(const Fields& fields, std::string_view what, std::string_view a, std::string_view b) {
  if (fields.has(a) != fields.has(b) || !fields.mapping().is(Value::Kind::mapping)) return;
  const std::string problem = fields.has(a) ? "has both " : "has neither ";
  const std::string join = fields.has(a) ? " and " : " nor ";
  fields.complain(what, problem + std::string(a) + join + std::string(b) + ": give it exactly one of them");
}

void check_stop(const Fields& fields, const BackgroundSpec& spec) {
  if (spec.stop && fields.has("size"))
    fields.complain("stop", "goes with rate; a flow with a size ends when its bytes are through");
  check_stop_after(fields, spec.start, spec.stop);
}

}  // namespace

void check_stop_after(const Fields& fields, Instant start, const std::optional<Instant>& stop) {
  if (!stop || *stop > start) return;
  fields.complain(
      "stop", format_time(stop->time_since_epoch()) + " is not after start, " + format_time(start.time_since_epoch()));
}

BackgroundSpec read_background(Value mapping, Diagnostics& diagnostics) {
  const Fields fields(mapping, "a background flow", background_keys, diagnostics);
  BackgroundSpec spec;
  spec.mark = mapping.mark();
  spec.from = fields.reference("from", "c0").value_or(Reference{});
  spec.to = fields.reference("to", "c9").value_or(Reference{});
  if (!spec.from.text.empty() && spec.from.text == spec.to.text) {
    fields.complain("to", quote(spec.to.text) + " is where the flow comes from: two different chips are wanted");
  }
  want_one_of(fields, "background", "rate", "size");
  spec.rate = fields.bandwidth("rate");
  spec.size = fields.size("size");
  spec.start = instant(fields.time("start"));
  if (const auto stop = fields.time("stop")) spec.stop = Instant(*stop);
  spec.weight = fields.positive_between("weight", least_weight, most_weight).value_or(1);
  spec.priority = fields.whole_between("priority", 0, most_priority).value_or(0);
  check_stop(fields, spec);
  return spec;
}

StragglerSpec read_straggler(Value mapping, Diagnostics& diagnostics) {
  const Fields fields(mapping, "a straggler", straggler_keys, diagnostics);
  StragglerSpec spec;
  spec.chip = fields.reference("rank", "c3").value_or(Reference{});
  spec.slow = fields.positive_between("slow", 1, most_slow).value_or(1);
  if (!fields.has("slow")) fields.require("delay", "100 us");
  const auto delay = fields.find("delay");
  if (delay && delay->is(Value::Kind::mapping)) {
    spec.drawn_delay = read_distribution(*delay, "delay", diagnostics);
  } else {
    spec.delay = fields.time("delay").value_or(Duration::zero());
  }
  return spec;
}

}  // namespace collsim
