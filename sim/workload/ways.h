#pragma once

#include <optional>
#include <string>
#include <vector>

#include "collective/program.h"
#include "workload/carrier.h"
#include "workload/routers.h"

namespace collsim {

/// From the ranks of one operation to routes between their chips.
class Ways {
 public:
  /// `chips` by rank; `id` is the operation's, for messages. Requires: all outlive this.
  Ways(const Topology& topology, Routers& routers, Algorithm::InNetwork in_network, const std::string& id,
       const std::vector<NodeId>& chips);

  /// Where its bytes are expected to go, before a way is chosen for it; none where there is no way. Valid until the
  /// next call, as view() is.
  std::span<const RoutePart> find(const Transfer& transfer);
  /// Ways that the scenario lays down for it; mostly none.
  std::span<const StatedWay> stated(const Transfer& transfer) const;
  /// All below throw SimulationError where there is no route. Requires: what missing_tree() asks is there.
  std::span<const RoutePart> expected(const Transfer& transfer);
  RouteView view(Rank from, Rank to);
  /// Gives the message its way. Requires: none is stated.
  void lead(const Transfer& transfer, const Cell& cell, const LinkLoads& loads, Message& message);
  /// The way that a message whose own is dead may take instead; false where there is none. Requires: it is no tree.
  bool find_detour(const Message& message, const LinkLoads& loads, Route& out);
  /// Why the switches cannot merge or replicate what the program asks of them, if so.
  std::optional<std::string> missing_tree(const Program& program, int ranks);

  NodeId chip(Rank rank) const { return chips_[static_cast<std::size_t>(rank)]; }
  /// Tells the message of a cell between two ranks from all others of the run.
  std::uint64_t message_number(const Cell& cell, Rank from, Rank to) const;
  const std::string& chip_name(Rank rank) const { return topology_.node(chip(rank)).name; }
  /// `rank 3 (c3)`.
  std::string rank_name(Rank rank) const;

 private:
  struct Ends {
    std::vector<NodeId> from, to;
  };
  std::uint64_t number_of(const Cell& cell) const;
  RouteRequest request(const Transfer& transfer, const Cell& cell) const;
  const Route* find_route(const Transfer& transfer);
  Ends ends_of(const Transfer& transfer) const;
  std::optional<std::string> missing_tree(const std::vector<Transfer>& step);
  [[noreturn]] void refuse(Rank from, Rank to) const;

  const Topology& topology_;
  Routers& routers_;
  Algorithm::InNetwork in_network_;
  const std::string& id_;
  const std::vector<NodeId>& chips_;
  std::uint64_t operation_;  // its id, as a number
  std::vector<RoutePart> parts_;
};

}  // namespace collsim
