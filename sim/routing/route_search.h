#pragma once

#include <vector>

#include "routing/hop_field.h"
#include "routing/route.h"

namespace collsim {

/// Reads one route off a field of hops: lays out the states that lie on routes of fewest hops, layer by layer, then
/// finds the widest least bandwidth through them (forwards), the lowest latency at that width (backwards), and walks.
class RouteSearch {
 public:
  /// `dead`, by link, takes out those that are not 0; null: none. Requires: topology and `dead` outlive the search.
  explicit RouteSearch(const Topology& topology, const std::vector<char>* dead = nullptr);

  /// `field` counts hops, without the dead links, to `to`, or with `extra` = 1 to the one node that all links to `to`
  /// come from. `choice` picks among k equal links: number choice mod k in file order. Requires: from != to. False
  /// where there is no route.
  bool find(NodeId from, NodeId to, HopField& field, std::uint32_t extra, std::uint32_t choice, Route& out);

  std::size_t memory_bytes() const {
    return stops_.capacity() * sizeof(Stop) + hops_.capacity() * sizeof(Hop) +
           stop_of_.capacity() * sizeof(stop_of_[0]);
  }

 private:
  struct Stop {
    RouteState state;
    std::uint32_t first_hop = 0;  // into hops_
    double width = 0;             // widest least bandwidth from the start
    Duration to_go{};             // least latency to the destination at the best width
  };
  struct Hop {
    LinkId link;
    std::uint32_t from, to;  // stops
  };

  std::uint32_t distance(RouteState state) const;
  void lay_out(NodeId from);
  void add_hops(std::uint32_t stop);
  void add_hop(std::uint32_t stop, LinkId link);
  void take_only_way(Route& out) const;
  double widest();
  void quickest(double width);
  Duration own_cost(const Hop& hop) const;
  Duration cost(const Hop& hop) const;  ///< with what is left from there
  void walk(double width, std::uint32_t choice, Route& out) const;

  const Topology& topology_;
  const std::vector<char>* dead_;
  const HopField* field_ = nullptr;
  std::uint32_t extra_ = 0;
  NodeId to_ = 0;
  std::vector<Stop> stops_;             // by falling distance; the last is the destination
  std::vector<Hop> hops_;               // grouped by their first stop
  std::vector<std::uint32_t> stop_of_;  // by state; only of states in stops_
};

}  // namespace collsim
