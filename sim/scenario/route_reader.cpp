#include "scenario/route_reader.h"

#include "scenario/chip_patterns.h"

namespace collsim {
namespace {

constexpr std::array route_keys{KnownWord{"from"}, KnownWord{"to"}, KnownWord{"via"}, KnownWord{"share"}};

// Whose parts could not be told from rounding in the smallest messages matters to nobody.
constexpr double least_share = 1e-6;

std::vector<Reference> read_chips(const Fields& route, std::string_view key, std::string_view example) {
  const auto value = route.require(key, example);
  if (!value) return {};
  return ChipPatterns(key, "names no chip", route.diagnostics()).read(*value);
}

/// One name, or a list of them.
std::vector<Reference> read_via(const Fields& route) {
  std::vector<Reference> names;
  const auto value = route.require("via", "[leaf0, spine1]");
  if (!value) return names;
  const bool list = value->is(Value::Kind::sequence);
  for (const Value& item : list ? value->items() : std::vector<Value>{*value}) {
    if (auto text = to_text(item, "via", route.diagnostics())) names.push_back({std::move(*text), item.mark()});
  }
  if (list && value->count() == 0) route.complain("via", "names no node and no link that the route passes");
  return names;
}

}  // namespace

RouteSpec read_route(Value mapping, Diagnostics& diagnostics) {
  const Fields fields(mapping, "a route", route_keys, diagnostics);
  RouteSpec spec;
  spec.mark = mapping.mark();
  spec.from = read_chips(fields, "from", "\"c[0-7]\"");
  spec.to = read_chips(fields, "to", "\"c[8-15]\"");
  spec.via = read_via(fields);
  if (fields.has("share")) spec.share = fields.positive_between("share", least_share, 1);
  return spec;
}

}  // namespace collsim
