#pragma once

#include <cstdint>
#include <vector>

#include "result/observer.h"
#include "scenario/scenario.h"
#include "workload/carrier.h"
#include "workload/failover.h"
#include "workload/resolve.h"

namespace collsim {

/// Plays a scenario's events: changes links of the fabric at their moments, and tells those who must know. What flaps
/// has one event to come at a time.
class LinkEvents final : private EventHandler {
 public:
  struct Told {
    EventQueue& queue;
    const Topology& topology;
    Fabric& fabric;
    Carrier& carrier;
    Failover* failover;  ///< may be null
    Observer* observer;  ///< may be null
  };

  /// Requires: all outlive this.
  LinkEvents(const std::vector<LinkEventSpec>& specs, const std::vector<Resolved::LinkEvent>& resolved, Told told);

  /// The link is up, or events to come bring up all of it that is down.
  bool comes_back(LinkId link) const;

 private:
  struct Flapping {
    std::int64_t times = 0;  // it has been down
    bool down = false;
  };

  void handle(Instant now, std::uint64_t tag) override;
  void flap(std::size_t event, Instant now);
  void set_bandwidth(std::size_t event);
  void set_state(std::size_t event, bool up);
  void tell_of(LinkId link, bool up);
  void tell_change(LinkId link);
  void expect_up(std::size_t event, int more);

  const std::vector<LinkEventSpec>& specs_;
  const std::vector<Resolved::LinkEvent>& resolved_;
  Told told_;
  std::vector<Flapping> flapping_;                        // by event
  std::vector<int> link_ups_to_come_, node_ups_to_come_;  // events that may yet bring it up
};

}  // namespace collsim
