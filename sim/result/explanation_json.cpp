#include "result/explanation_json.h"

#include <nlohmann/json.hpp>

namespace collsim {
namespace {

using Json = nlohmann::ordered_json;

template <typename Items, typename ToJson>
Json list_of(const Items& items, ToJson to_json) {
  Json list = Json::array();
  for (const auto& item : items) list.push_back(to_json(item));
  return list;
}

/// Null: the run cannot finish.
Json time_json(Duration time) { return time == SensitivityRow::never ? Json(nullptr) : Json(to_microseconds(time)); }

Json ledger_of(const Ledger& ledger) {
  return {{"startup", to_microseconds(ledger.startup)},
          {"path", to_microseconds(ledger.path)},
          {"transfer", to_microseconds(ledger.transfer)},
          {"contention", to_microseconds(ledger.contention)},
          {"waiting", to_microseconds(ledger.waiting)}};
}

Json hop_json(const PathHop& hop) {
  return {{"channel", hop.cell.channel},
          {"phase", hop.cell.phase},
          {"chunk", hop.cell.chunk},
          {"step", hop.cell.step},
          {"source", hop.from_chip},
          {"destination", hop.to_chip},
          {"source_rank", hop.from},
          {"destination_rank", hop.to},
          {"bytes", hop.bytes},
          {"begin_us", to_microseconds(hop.begin)},
          {"time_us", to_microseconds(hop.parts.total())},
          {"ledger_us", ledger_of(hop.parts)},
          {"until", hop.until_left ? "left" : "delivered"},
          {"links", hop.links},
          {"bottleneck", hop.bottleneck}};
}

Json step_json(const StepUse& s) {
  return {{"phase", s.phase},
          {"step", s.step},
          {"messages", s.messages},
          {"least_bytes", s.least},
          {"most_bytes", s.most},
          {"time_us", to_microseconds(s.time)},
          {"uncontended_us", to_microseconds(s.ideal)},
          {"factor", s.factor()},
          {"slowest",
           {{"channel", s.cell.channel}, {"chunk", s.cell.chunk}, {"source", s.from_chip}, {"destination", s.to_chip}}},
          {"bottleneck", s.link},
          {"met_of_step", s.met_step},
          {"met_of_operation", s.met_operation},
          {"met_of_others", s.met_others}};
}

Json bound_json(const Bound& bound) {
  constexpr const char* kinds[] = {"latency", "port_out", "port_in", "all_ports", "cut"};
  return {{"kind", kinds[static_cast<std::size_t>(bound.kind)]},
          {"where", bound.where},
          {"bytes", bound.bytes},
          {"capacity_GBps", bound.capacity / 1e9},
          {"alpha_us", to_microseconds(bound.fixed)},
          {"time_us", to_microseconds(bound.time)}};
}

Json bounds_json(const OperationExplanation& o) {
  Json json = {{"time_us", to_microseconds(o.bound.time())}, {"in_network", o.bound.in_network}};
  if (o.bound.time() > Duration{})
    json["distance"] = static_cast<double>(o.result.time().count()) / static_cast<double>(o.bound.time().count());
  json["bounds"] = list_of(o.bound.bounds, bound_json);
  if (o.bound.with_switches) json["with_switches"] = bound_json(*o.bound.with_switches);
  return json;
}

Json tier_json(const TierTraffic& t) {
  return {{"tier", to_string(t.tier)}, {"bytes", t.bytes}, {"messages", t.messages}};
}

Json nodes_json(const NodeTraffic& n) {
  return {{"nodes", n.nodes}, {"bytes_out", n.out}, {"most_out", n.most_out}, {"most_in", n.most_in}};
}

Json crossing_json(const RingCrossing& c) {
  return {{"by", c.by},         {"groups", c.groups},       {"rings", c.rings}, {"crossings", c.crossings},
          {"least", c.least()}, {"most_out_of_one", c.most}};
}

Json operation_json(const OperationExplanation& o, bool recorded) {
  const CollectiveResult& r = o.result;
  Json json = {{"id", r.id},
               {"op", to_string(r.op)},
               {"algorithm", r.algorithm},
               {"ranks", r.ranks()},
               {"size_bytes", r.size},
               {"start_us", to_microseconds(r.start)},
               {"end_us", to_microseconds(r.end)},
               {"time_us", to_microseconds(r.time())},
               {"busbw_GBps", r.busbw_GBps()},
               {"decisive", o.decisive},
               {"regime", regime(r.ledger)},
               {"ledger_us", ledger_of(r.ledger)},
               {"lower_bound", bounds_json(o)}};
  if (!recorded) return json;
  json["critical_path"] = list_of(o.path, hop_json);
  json["steps"] = list_of(o.steps, step_json);
  json["tiers"] = list_of(o.tiers, tier_json);
  json["between_nodes"] = nodes_json(o.nodes);
  if (o.ring_links.empty()) return json;
  json["ring_crossings"] = list_of(o.crossings, crossing_json);
  json["ring_links"] = list_of(o.ring_links, [](const RingLink& l) {
    return Json{{"link", l.link}, {"crossings", l.crossings}};
  });
  return json;
}

Json users_json(const LinkFlows& f) {
  Json json = {{"operation", f.operation}, {"source", f.from}};
  if (!f.to.empty()) json["destination"] = f.to;
  json["messages"] = f.messages;
  json["bytes"] = f.bytes;
  return json;
}

Json busy_json(const BusyLink& b) {
  return {{"id", b.link.id},
          {"tier", to_string(b.link.tier)},
          {"capacity_GBps", b.link.capacity / 1e9},
          {"bytes", b.link.bytes},
          {"utilization", b.link.utilization},
          {"peak_flows", b.link.peak_flows},
          {"users", list_of(b.flows, users_json)},
          {"more_users", b.more_flows},
          {"more_bytes", b.more_bytes}};
}

Json class_json(const LinkClass& c) {
  return {{"tier", to_string(c.tier)},
          {"from", to_string(c.from)},
          {"to", to_string(c.to)},
          {"links", c.links},
          {"used", c.used},
          {"bytes", c.bytes},
          {"most_bytes", c.most_bytes},
          {"peak_utilization", c.peak_utilization},
          {"peak_flows", c.peak_flows}};
}

Json matrix_json(const TrafficMatrix& m) {
  Json rows = Json::array();
  for (std::size_t i = 0; i < m.names.size(); ++i) {
    Json row = Json::array();
    for (std::size_t j = 0; j < m.names.size(); ++j) row.push_back(m.at(i, j));
    rows.push_back(std::move(row));
  }
  return {{"by", m.by}, {"names", m.names}, {"bytes", std::move(rows)}, {"in_network_bytes", m.in_network}};
}

Json row_json(const SensitivityRow& r) {
  return {{"link", r.link},
          {"alike", r.alike},
          {"tier", to_string(r.tier)},
          {"utilization", r.utilization},
          {"halved_us", time_json(r.halved)},
          {"doubled_us", time_json(r.doubled)},
          {"all_doubled_us", time_json(r.all_doubled)}};
}

}  // namespace

void write_explanation_json(const Explanation& e, std::ostream& out) {
  Json json = {{"schema", "collsim-explanation/1"},
               {"scenario", e.scenario},
               {"makespan_us", to_microseconds(e.run.makespan)},
               {"recorded", e.recorded},
               {"messages", e.messages},
               {"chain", e.chain}};
  json["operations"] =
      list_of(e.operations, [&](const OperationExplanation& o) { return operation_json(o, e.recorded); });
  json["busiest_links"] = list_of(e.busiest, busy_json);
  json["link_classes"] = list_of(e.classes, class_json);
  if (e.recorded) json["traffic"] = matrix_json(e.matrix);
  if (e.sensitivity) {
    json["sensitivity"] = {{"kinds", e.sensitivity->classes}};
    json["sensitivity"]["rows"] = list_of(e.sensitivity->rows, row_json);
    if (e.sensitivity->together)
      json["sensitivity"]["busiest_together"] = {{"links", e.sensitivity->together->links},
                                                 {"doubled_us", time_json(e.sensitivity->together->doubled)}};
  }
  out << json.dump(1, ' ', false, Json::error_handler_t::replace) << '\n';
}

}  // namespace collsim
