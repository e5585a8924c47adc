#pragma once

#include <optional>
#include <string>
#include <vector>

#include "collective/program.h"
#include "workload/routers.h"

namespace collsim {

/// From the ranks of one operation to routes between their chips.
class Ways {
 public:
  /// `chips` by rank; `id` is the operation's, for messages. Requires: all outlive this.
  Ways(const Topology& topology, Routers& routers, Algorithm::InNetwork in_network, const std::string& id,
       const std::vector<NodeId>& chips)
      : topology_(topology), routers_(routers), in_network_(in_network), id_(id), chips_(chips) {}

  /// Null where there is none. Valid until the next call, as those below.
  const Route* find(const Transfer& transfer);
  /// Both throw SimulationError where there is no route. Requires: what missing_tree() asks is there.
  const Route& route(const Transfer& transfer);
  RouteView view(Rank from, Rank to);
  /// Why the switches cannot merge or replicate what the program asks of them, if so.
  std::optional<std::string> missing_tree(const Program& program, int ranks);

  const std::string& chip_name(Rank rank) const { return topology_.node(chip(rank)).name; }
  /// `rank 3 (c3)`.
  std::string rank_name(Rank rank) const;

 private:
  struct Ends {
    std::vector<NodeId> from, to;
  };
  NodeId chip(Rank rank) const { return chips_[static_cast<std::size_t>(rank)]; }
  Ends ends_of(const Transfer& transfer) const;
  std::optional<std::string> missing_tree(const std::vector<Transfer>& step);
  [[noreturn]] void refuse(Rank from, Rank to) const;

  const Topology& topology_;
  Routers& routers_;
  Algorithm::InNetwork in_network_;
  const std::string& id_;
  const std::vector<NodeId>& chips_;
};

}  // namespace collsim
