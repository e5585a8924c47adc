#pragma once

#include <span>
#include <unordered_map>
#include <vector>

#include "routing/route.h"

namespace collsim {

/// A route, and the part of the bytes that takes it.
struct StatedWay {
  Route route;
  double share = 1;
};

/// Ways of pairs that somebody has laid down. Messages of a pair with several go in parts, each a flow of its own.
class StatedRoutes {
 public:
  bool empty() const { return ways_.empty(); }
  void add(NodeId from, NodeId to, StatedWay way) { ways_[key(from, to)].push_back(std::move(way)); }
  /// In the order in which they were added; none: nothing is laid down for the pair.
  std::span<const StatedWay> find(NodeId from, NodeId to) const {
    if (ways_.empty()) return {};
    const auto found = ways_.find(key(from, to));
    return found == ways_.end() ? std::span<const StatedWay>() : std::span<const StatedWay>(found->second);
  }

 private:
  static std::uint64_t key(NodeId from, NodeId to) { return (std::uint64_t{from} << 32) | to; }

  std::unordered_map<std::uint64_t, std::vector<StatedWay>> ways_;  // looked up only
};

}  // namespace collsim
