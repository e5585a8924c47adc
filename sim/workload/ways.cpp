#include "workload/ways.h"

#include <cassert>

#include <fmt/format.h>

#include "base/error.h"
#include "base/mixing.h"

namespace collsim {

Ways::Ways(const Topology& topology, Routers& routers, Algorithm::InNetwork in_network, const std::string& id,
           const std::vector<NodeId>& chips)
    : topology_(topology),
      routers_(routers),
      in_network_(in_network),
      id_(id),
      chips_(chips),
      operation_(mixed_bits(id)) {}

std::span<const StatedWay> Ways::stated(const Transfer& t) const {
  if (t.in_network()) return {};
  return routers_.stated.find(chip(t.from), chip(t.to));
}

std::span<const RoutePart> Ways::find(const Transfer& t) {
  parts_.clear();
  for (const StatedWay& way : stated(t)) parts_.push_back({&way.route, way.share});
  if (!parts_.empty()) return parts_;
  if (const Route* route = find_route(t)) parts_.push_back({route, 1});
  return parts_;
}

const Route* Ways::find_route(const Transfer& t) {
  if (t.in_network()) {
    const Ends ends = ends_of(t);
    return routers_.trees(in_network_).find(ends.from, ends.to);
  }
  return routers_.find_expected(chip(t.from), chip(t.to));
}

std::span<const RoutePart> Ways::expected(const Transfer& t) {
  const auto found = find(t);
  assert(!found.empty() || !t.in_network());
  if (found.empty()) refuse(t.from, t.to);
  return found;
}

void Ways::lead(const Transfer& t, const Cell& cell, const LinkLoads& loads, Message& message) {
  if (t.in_network()) {
    message.route = *expected(t).front().route;
    return;
  }
  message.request = request(t, cell);
  if (!routers_.find(*message.request, &loads, message.route)) refuse(t.from, t.to);
}

bool Ways::find_detour(const Message& m, const LinkLoads& loads, Route& out) {
  const RouteRequest asked = m.request.value_or(RouteRequest{chip(m.from), chip(m.to)});
  return routers_.find_now(asked, &loads, out) && !routers_.detours.blocks(out.links);
}

std::uint64_t Ways::number_of(const Cell& cell) const {
  const auto number = [](int a, int b) {
    return (static_cast<std::uint64_t>(a) << 32) | static_cast<std::uint32_t>(b);
  };
  const std::uint64_t place = mixed_bits(number(cell.channel, cell.phase), number(cell.chunk, cell.step));
  return mixed_bits(operation_, place);
}

std::uint64_t Ways::message_number(const Cell& cell, Rank from, Rank to) const {
  return mixed_bits(number_of(cell), (static_cast<std::uint64_t>(from) << 32) | static_cast<std::uint32_t>(to));
}

RouteRequest Ways::request(const Transfer& t, const Cell& cell) const {
  return {chip(t.from), chip(t.to), number_of(cell), static_cast<std::uint32_t>(cell.channel)};
}

RouteView Ways::view(Rank from, Rank to) {
  const RouteView found = routers_.shortest.view(chip(from), chip(to));
  if (found.links.empty()) refuse(from, to);
  return found;
}

void Ways::refuse(Rank from, Rank to) const {
  throw SimulationError(
      fmt::format("'{}': no route from {} to {} in topology '{}' (a chip forwards only with `forwards: true`)", id_,
                  rank_name(from), rank_name(to), topology_.name()));
}

Ways::Ends Ways::ends_of(const Transfer& t) const {
  Ends ends{{chip(t.from)}, {chip(t.to)}};
  for (const Rank rank : t.more_from) ends.from.push_back(chip(rank));
  for (const Rank rank : t.more_to) ends.to.push_back(chip(rank));
  return ends;
}

std::optional<std::string> Ways::missing_tree(const Program& program, int ranks) {
  if (in_network_ == Algorithm::InNetwork::none) return {};
  const Shape& shape = program.shape();
  std::vector<Transfer> transfers;
  for (int channel = 0; channel < shape.channels; ++channel) {
    for (int phase = 0; phase < static_cast<int>(shape.steps.size()); ++phase) {
      for (int step = 0; step < shape.steps[static_cast<std::size_t>(phase)]; ++step) {
        transfers.clear();
        for (Rank rank = 0; rank < ranks; ++rank) program.sends({channel, phase, 0, step}, rank, transfers);
        if (auto missing = missing_tree(transfers)) return missing;
      }
    }
  }
  return {};
}

std::optional<std::string> Ways::missing_tree(const std::vector<Transfer>& step) {
  TreeRouter& trees = routers_.trees(in_network_);
  for (const Transfer& t : step) {
    if (!t.in_network()) continue;
    const Ends ends = ends_of(t);
    if (trees.find(ends.from, ends.to) == nullptr) return trees.why_not(ends.from, ends.to);
  }
  return {};
}

std::string Ways::rank_name(Rank rank) const { return fmt::format("rank {} ({})", rank, chip_name(rank)); }

}  // namespace collsim
