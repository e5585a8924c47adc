#pragma once

#include <optional>
#include <string>
#include <unordered_map>
#include <vector>

#include "routing/shortest.h"
#include "routing/stated_routes.h"
#include "scenario/scenario.h"

namespace collsim {

/// Turns the `routes:` of a scenario into links. What is wrong with them goes to `diagnostics`.
class RouteLayer {
 public:
  /// Requires: all outlive this.
  RouteLayer(const Topology& topology, Ties ties, Diagnostics& diagnostics)
      : topology_(topology), router_(topology, ties), diagnostics_(diagnostics) {}

  /// From each of `from` to each other chip of `to`.
  void add(const RouteSpec& spec, const std::vector<NodeId>& from, const std::vector<NodeId>& to);
  /// All that was added, if the shares of each pair add up to 1. Called once, last.
  StatedRoutes finish();

 private:
  struct Stop {  // to be at `at`, and then to take `link`, if any
    NodeId at = 0;
    std::optional<LinkId> link;
  };
  struct Pair {
    NodeId from, to;
    std::vector<const RouteSpec*> specs;
  };

  std::optional<std::vector<Stop>> stops_of(const RouteSpec& spec);
  std::optional<Stop> stop_of(const Reference& name);
  std::optional<std::vector<LinkId>> lay(const std::vector<Stop>& stops, NodeId from, NodeId to, std::string& problem);
  bool go(NodeId& at, NodeId to, std::vector<LinkId>& links, std::string& problem);
  std::string problem_of(const std::vector<LinkId>& links) const;
  void note(const RouteSpec& spec, NodeId from, NodeId to);
  bool shares_add_up(const Pair& pair);
  std::string pair_name(NodeId from, NodeId to) const;

  const Topology& topology_;
  ShortestRouter router_;
  Diagnostics& diagnostics_;
  StatedRoutes routes_;
  std::vector<Pair> pairs_;  // in the order in which they were named
  std::unordered_map<std::uint64_t, std::size_t> index_of_pair_;
};

}  // namespace collsim
