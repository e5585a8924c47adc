#include "workload/ways.h"

#include <cassert>

#include <fmt/format.h>

#include "base/error.h"

namespace collsim {

const Route* Ways::find(const Transfer& t) {
  if (!t.in_network()) return routers_.shortest.find(chip(t.from), chip(t.to));
  const Ends ends = ends_of(t);
  return routers_.trees(in_network_).find(ends.from, ends.to);
}

const Route& Ways::route(const Transfer& t) {
  const Route* found = find(t);
  assert(found != nullptr || !t.in_network());
  if (found == nullptr) refuse(t.from, t.to);
  return *found;
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
