#include "scenario/event_reader.h"

#include <algorithm>
#include <iterator>
#include <vector>

namespace collsim {
namespace {

using Change = LinkEventSpec::Change;

constexpr std::array event_keys{KnownWord{"at"},        KnownWord{"link"},  KnownWord{"switch"}, KnownWord{"node"},
                                KnownWord{"bandwidth"}, KnownWord{"state"}, KnownWord{"flap"}};
constexpr std::array flap_keys{KnownWord{"down"}, KnownWord{"up"}, KnownWord{"times"}, KnownWord{"until"}};
constexpr std::array states{Choice<Change>{"down", Change::down}, Choice<Change>{"up", Change::up}};

constexpr std::int64_t most_flaps = 1'000'000;  // a link that is not up again by then is as good as down

void want_one(const Fields& fields, std::initializer_list<std::string_view> keys) {
  std::vector<std::string_view> found;
  std::copy_if(keys.begin(), keys.end(), std::back_inserter(found), [&](auto key) { return fields.has(key); });
  if (found.size() == 1 || !fields.mapping().is(Value::Kind::mapping)) return;
  const std::string problem =
      found.empty() ? "has none of " + listed({keys.begin(), keys.size()}) : "has several of " + listed(found);
  fields.complain("event", problem + ": give it exactly one of them");
}

/// One pattern, or a list of them. Commas belong to ranges: `leaf[0,2]->spine0`.
std::vector<Reference> read_patterns(const Fields& fields, std::string_view key) {
  std::vector<Reference> found;
  const auto value = fields.find(key);
  if (!value) return found;
  const bool list = value->is(Value::Kind::sequence);
  for (const Value& item : list ? value->items() : std::vector<Value>{*value}) {
    if (const auto text = to_text(item, key, fields.diagnostics())) found.push_back({*text, item.mark()});
  }
  if (list && value->count() == 0) fields.complain(key, "is an empty list: name what changes");
  return found;
}

void check_flap(const Fields& fields, Instant at, const FlapSpec& flap) {
  if (fields.find("down") && flap.down == Duration::zero()) fields.complain("down", "is 0: a time above 0 is wanted");
  if (fields.find("up") && flap.up == Duration::zero()) fields.complain("up", "is 0: a time above 0 is wanted");
  if (fields.has("times") == fields.has("until")) {
    fields.complain("flap", "wants one of times: 10 and until: 20 ms, so that it ends");
  }
  if (flap.until == Instant::max()) return;
  if (flap.until <= at) fields.complain("until", "is not after the event's at");
  const Duration period = flap.down + flap.up;
  if (period > Duration::zero() && (flap.until - at) / period > most_flaps) {
    fields.complain("until", "leaves time for more than " + std::to_string(most_flaps) + " periods");
  }
}

FlapSpec read_flap(Value mapping, Instant at, Diagnostics& diagnostics) {
  const Fields fields(mapping, "flap", flap_keys, diagnostics);
  FlapSpec flap;
  fields.require("down", "1 ms");
  fields.require("up", "9 ms");
  flap.down = fields.time("down").value_or(Duration::zero());
  flap.up = fields.time("up").value_or(Duration::zero());
  flap.times = fields.whole_between("times", 1, static_cast<int>(most_flaps)).value_or(most_flaps);
  if (const auto until = fields.time("until")) flap.until = Instant(*until);
  check_flap(fields, at, flap);
  return flap;
}

}  // namespace

LinkEventSpec read_event(Value mapping, Diagnostics& diagnostics) {
  const Fields fields(mapping, "an event", event_keys, diagnostics);
  LinkEventSpec spec;
  fields.require("at", "2 ms");
  spec.at = Instant(fields.time("at").value_or(Duration::zero()));
  want_one(fields, {"link", "switch", "node"});
  spec.links = read_patterns(fields, "link");
  spec.only_switches = fields.has("switch");
  spec.nodes = read_patterns(fields, spec.only_switches ? "switch" : "node");
  want_one(fields, {"bandwidth", "state", "flap"});
  spec.change = fields.choice("state", states).value_or(Change::bandwidth);
  spec.bandwidth = fields.bandwidth("bandwidth").value_or(0);
  if (fields.has("bandwidth") && !fields.has("link")) fields.complain("bandwidth", "is a link's: name it with link");
  if (const auto flap = fields.find("flap")) {
    spec.change = Change::flap;
    spec.flap = read_flap(*flap, spec.at, diagnostics);
  }
  return spec;
}

}  // namespace collsim
