#pragma once

#include <cstdint>
#include <deque>
#include <functional>
#include <optional>
#include <string>
#include <vector>

#include "kernel/event_queue.h"
#include "workload/routers.h"

namespace collsim {

/// What is known of links that are down: it is told to the routers, for the length of a run. A link is known to be dead
/// once it has been down for the time of detection, and known to be back once it has been up for as long:
///
///     link     up ────┐down          ┌─up──────────
///     known    alive ─┼──────┐dead   ┼──────┐alive
///                     └ detection ┘  └ detection ┘
class Failover final : private EventHandler {
 public:
  /// `comes_back` says of a link whether it is up, or a later event brings it up. Requires: queue, topology and
  /// routers outlive this.
  Failover(EventQueue& queue, const Topology& topology, Routers& routers, Duration detection,
           std::function<bool(LinkId)> comes_back);
  ~Failover() { routers_.revive_all(); }
  Failover(const Failover&) = delete;
  Failover& operator=(const Failover&) = delete;

  /// `changed` is called after what is known has changed.
  void on_change(std::function<void()> changed) { changed_ = std::move(changed); }
  void link_changed(LinkId link, bool up);

  bool any_dead() const { return routers_.detours.any_dead(); }
  /// Whether one of the links is known to be dead.
  bool blocks(std::span<const LinkId> links) const { return routers_.detours.blocks(links); }
  /// How often what is known has changed.
  std::uint64_t changes() const { return changes_; }

  /// What stands in every way and does not come back, as a clause: `every way passes a->b, which is down`. Nothing
  /// where there is a way, or may be one later. Requires: a way as long as nothing is dead.
  std::optional<std::string> why_cut_off(NodeId from, NodeId to) const;
  /// The same of a route that cannot be changed: `passes a->b, which is down`.
  std::optional<std::string> why_cut_off(const Route& route) const;

 private:
  struct Change {
    Instant known;
    LinkId link;
    bool up;
    std::uint32_t number;  // of this link's changes: known only if it is the last then
  };

  void handle(Instant now, std::uint64_t tag) override;

  EventQueue& queue_;
  const Topology& topology_;
  Routers& routers_;
  Duration detection_;
  std::function<bool(LinkId)> comes_back_;
  std::function<void()> changed_;
  std::vector<std::uint32_t> number_;  // by link
  std::deque<Change> unknown_;         // by the time they get known, ascending
  std::uint64_t changes_ = 0;
};

}  // namespace collsim
