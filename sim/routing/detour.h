#pragma once

#include <memory>
#include <span>
#include <vector>

#include "routing/route.h"
#include "routing/ties.h"

namespace collsim {

class SearchingRouter;

/// Ways around links that are dead: of those left the one that shortest routing takes, be it longer than the usual one
/// (the other way round a ring).
class DetourRouter {
 public:
  /// Requires: the topology outlives the router.
  DetourRouter(const Topology& topology, Ties ties);
  ~DetourRouter();

  /// Takes a directed link out of all ways, or back in.
  void set_dead(LinkId link, bool dead);
  bool is_dead(LinkId link) const { return dead_[link] != 0; }
  bool any_dead() const { return dead_count_ > 0; }
  /// Whether one of the links is dead.
  bool blocks(std::span<const LinkId> links) const;
  /// By link, not 0: dead.
  const std::vector<char>& dead() const { return dead_; }

  /// Null where no way is left. Valid until the next call. Requires: two different nodes.
  const Route* find(NodeId from, NodeId to);

 private:
  const Topology& topology_;
  Ties ties_;
  std::vector<char> dead_;
  std::size_t dead_count_ = 0;
  std::unique_ptr<SearchingRouter> searching_;  // over what is left; null until asked for again
};

/// Whether there is a way without the dead links. Cost: a search of the network.
bool joined(const Topology& topology, NodeId from, NodeId to, const std::vector<char>& dead);

/// Some of the dead links such that every way passes one of them, none of them for nothing; one alone where one is
/// enough. Requires: not joined without the dead, and joined without any dead. Cost: two searches a dead link.
std::vector<LinkId> blocking_links(const Topology& topology, NodeId from, NodeId to, const std::vector<char>& dead);

}  // namespace collsim
