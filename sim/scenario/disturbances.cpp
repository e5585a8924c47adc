#include "scenario/disturbances.h"

namespace collsim {
namespace {

constexpr std::array background_keys{KnownWord{"from"},  KnownWord{"to"},   KnownWord{"rate"},   KnownWord{"size"},
                                     KnownWord{"start"}, KnownWord{"stop"}, KnownWord{"weight"}, KnownWord{"priority"}};
constexpr std::array event_keys{KnownWord{"at"}, KnownWord{"link"}, KnownWord{"bandwidth"}, KnownWord{"state"}};
constexpr std::array straggler_keys{KnownWord{"rank"}, KnownWord{"delay"}};

using Change = LinkEventSpec::Change;
constexpr std::array states{Choice<Change>{"down", Change::down}, Choice<Change>{"up", Change::up}};

Instant instant(const std::optional<Duration>& time) { return Instant(time.value_or(Duration::zero())); }

bool has_one_of(const Fields& fields, std::string_view what, std::string_view a, std::string_view b) {
  if (fields.has(a) != fields.has(b)) return true;
  if (!fields.mapping().is(Value::Kind::mapping)) return false;
  const std::string problem = fields.has(a) ? "has both " : "has neither ";
  const std::string join = fields.has(a) ? " and " : " nor ";
  fields.complain(what, problem + std::string(a) + join + std::string(b) + ": give it exactly one of them");
  return false;
}

void check_stop(const Fields& fields, const BackgroundSpec& spec) {
  if (!spec.stop) return;
  if (fields.has("size")) fields.complain("stop", "goes with rate; a flow with a size ends when its bytes are through");
  if (*spec.stop > spec.start) return;
  fields.complain("stop", format_time(spec.stop->time_since_epoch()) + " is not after start, " +
                              format_time(spec.start.time_since_epoch()));
}

}  // namespace

BackgroundSpec read_background(Value mapping, Diagnostics& diagnostics) {
  const Fields fields(mapping, "a background flow", background_keys, diagnostics);
  BackgroundSpec spec;
  spec.mark = mapping.mark();
  spec.from = fields.reference("from", "c0").value_or(Reference{});
  spec.to = fields.reference("to", "c9").value_or(Reference{});
  if (!spec.from.text.empty() && spec.from.text == spec.to.text) {
    fields.complain("to", quote(spec.to.text) + " is where the flow comes from: two different chips are wanted");
  }
  has_one_of(fields, "background", "rate", "size");
  spec.rate = fields.bandwidth("rate");
  spec.size = fields.size("size");
  spec.start = instant(fields.time("start"));
  if (const auto stop = fields.time("stop")) spec.stop = Instant(*stop);
  spec.weight = fields.positive_between("weight", least_weight, most_weight).value_or(1);
  spec.priority = fields.whole_between("priority", 0, most_priority).value_or(0);
  check_stop(fields, spec);
  return spec;
}

LinkEventSpec read_event(Value mapping, Diagnostics& diagnostics) {
  const Fields fields(mapping, "an event", event_keys, diagnostics);
  LinkEventSpec spec;
  fields.require("at", "2 ms");
  spec.at = instant(fields.time("at"));
  spec.link = fields.reference("link", "\"nic0->leaf\"").value_or(Reference{});
  has_one_of(fields, "event", "bandwidth", "state");
  spec.change = fields.choice("state", states).value_or(Change::bandwidth);
  spec.bandwidth = fields.bandwidth("bandwidth").value_or(0);
  return spec;
}

StragglerSpec read_straggler(Value mapping, Diagnostics& diagnostics) {
  const Fields fields(mapping, "a straggler", straggler_keys, diagnostics);
  StragglerSpec spec;
  spec.chip = fields.reference("rank", "c3").value_or(Reference{});
  fields.require("delay", "100 us");
  spec.delay = fields.time("delay").value_or(Duration::zero());
  return spec;
}

}  // namespace collsim
