#pragma once

#include <cstdint>
#include <vector>

#include "routing/way_finder.h"

namespace collsim {

/// Which of several equal links a message takes at a node. The node is mixed into the hash, so that two tiers of
/// switches choose independently: with the same hash in both, a switch would only ever see messages that choose alike
/// (polarisation).
class HopChoice {
 public:
  HopChoice(HashBy hash, std::uint64_t seed, std::size_t nodes);
  /// One that never goes by turns: round_robin is then as flow.
  HopChoice(HashBy hash, std::uint64_t seed);

  /// Chooses for this message from here on.
  void turn_to(const RouteRequest& request);
  /// Requires: among > 0.
  std::size_t pick(NodeId node, std::size_t among);
  /// The same at anything else that choices are made at; never in turn.
  std::uint64_t hashed(std::uint64_t place) const;
  /// The turns begin anew.
  void begin_run();

 private:
  std::uint64_t entity_of(const RouteRequest& request) const;

  HashBy hash_;
  std::uint64_t seed_;
  std::uint64_t entity_ = 0;
  std::vector<std::uint32_t> turn_;  // by node, of round_robin
};

/// One of the fewest-hop ways from `at`, hop by hop, appended to `links`; false where there is none.
bool walk(EqualCost& ways, const Topology& topology, RouteState at, NodeId to, HopChoice& choice,
          std::vector<LinkId>& links);

/// The latencies of the links and of the nodes between them.
Duration latency_of(const Topology& topology, const std::vector<LinkId>& path);

}  // namespace collsim
