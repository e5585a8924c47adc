#pragma once

#include <cstdint>
#include <list>
#include <memory>
#include <unordered_map>
#include <vector>

#include "routing/route.h"
#include "routing/ties.h"

namespace collsim {

class HopField;
class RouteSearch;

/// The routes of ShortestRouter, each found by a search of its own: right between any two nodes of any topology, and
/// slow. Per destination a field of hop counts is kept, within a memory budget; a chip that hangs on one switch shares
/// that switch's field. A route is then read off the few nodes that lie on shortest routes.
class SearchingRouter {
 public:
  /// `dead`, by link, takes out those that are not 0; null: none. Requires: topology and `dead` outlive the router and
  /// stay as they are.
  SearchingRouter(const Topology& topology, Ties ties, const std::vector<char>* dead = nullptr);
  ~SearchingRouter();

  /// The route between two different nodes, or null where there is none. Valid until the next call.
  const Route* find(NodeId from, NodeId to);

  std::size_t memory_bytes() const;

 private:
  struct Remembered {
    NodeId from = 0, to = 0;
    bool known = false, exists = false;
    Route route;
  };

  HopField& field_towards(NodeId destination);

  const Topology& topology_;
  Ties ties_;
  const std::vector<char>* dead_;
  std::vector<std::uint32_t> chip_index_;  // by node; of chips
  std::unique_ptr<RouteSearch> search_;
  std::vector<Remembered> recent_;  // direct mapped by pair: rings ask for the same routes every step

  struct CachedField;
  std::list<CachedField> fields_;  // most recently used first
  std::unordered_map<NodeId, std::list<CachedField>::iterator> field_of_;
  std::size_t most_fields_;
};

}  // namespace collsim
