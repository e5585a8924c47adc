#pragma once

#include <cstdint>
#include <memory>

#include "routing/equal_cost.h"
#include "routing/route.h"
#include "routing/routing_rules.h"

namespace collsim {

/// What the way of a message may depend on.
struct RouteRequest {
  NodeId from = 0, to = 0;
  std::uint64_t message = 0;  ///< tells it from the other messages between the two: operation and cell, mixed
  std::uint32_t channel = 0;
};

/// How busy links are at this moment.
class LinkLoads {
 public:
  /// Flows on the link, one more included, for its bandwidth; infinite where it is down.
  virtual double load(LinkId link) const = 0;

 protected:
  ~LinkLoads() = default;
};

/// Finds the way of each message over the ways of the fewest hops, around links that are dead.
class WayFinder {
 public:
  virtual ~WayFinder() = default;

  /// False, and `out` is not touched, where there is none. `loads` may be null: nothing is known of them. Requires: two
  /// different nodes.
  virtual bool find(const RouteRequest& request, const LinkLoads* loads, Route& out) = 0;
  /// The way is to be found when the message enters the network, not when it is posted.
  virtual bool at_entry() const { return false; }
  /// Forgets what depends on the messages so far.
  virtual void begin_run() {}
};

struct WayFinderSetup {
  const Topology& topology;
  EqualCost& ways;
  HashBy hash = HashBy::flow;
  Striping striping = Striping::proportional;
  std::uint64_t seed = 1;
};

/// What does `routing`; null for shortest. Requires: topology and ways outlive it.
std::unique_ptr<WayFinder> make_way_finder(Routing routing, const WayFinderSetup& setup);

std::unique_ptr<WayFinder> make_ecmp(const WayFinderSetup& setup);
std::unique_ptr<WayFinder> make_spray(const WayFinderSetup& setup);
std::unique_ptr<WayFinder> make_adaptive(const WayFinderSetup& setup);
std::unique_ptr<WayFinder> make_valiant(const WayFinderSetup& setup);

}  // namespace collsim
