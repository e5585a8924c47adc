#pragma once

#include <algorithm>
#include <cstdint>
#include <deque>
#include <optional>
#include <vector>

#include "base/slots.h"
#include "collective/program.h"
#include "flow/network.h"
#include "kernel/batched_events.h"
#include "result/ledger.h"
#include "routing/way_finder.h"
#include "workload/fabric.h"
#include "workload/failover.h"
#include "workload/ports.h"

namespace collsim {

/// Something has been released at this moment, and this is where the time since its operation's start went.
/// ledger.total() is `at` minus that start.
struct Release {
  Instant at{};
  Ledger ledger;
  std::optional<std::uint64_t> by{};  ///< the Message::number that did it; absent: the operation's start
};

/// What all messages of one owner pay and claim.
struct MessageTerms {
  Duration alpha_sender{};
  Duration alpha_receiver{};
  double utilization = 1;
  std::size_t utilization_class = 0;  ///< Fabric's number for it
  double weight = 1;
  int priority = 0;
  Fairness fairness = Fairness::flow;
  std::uint64_t job = 0;  ///< of the owner, from 1 on
  double cap = std::numeric_limits<double>::infinity();
};

struct Message;

class MessageOwner {
 public:
  /// The last byte has left. `sender_free` and `delivered` say when, and after what, the sender may go on and the
  /// receiver has the message; `delivered.at` may be yet to come.
  virtual void message_left(const Message& message, const Release& sender_free, const Release& delivered) = 0;
  /// A link on the message's way is known to be dead. Another way with its fans; false where it is to wait. Throws
  /// SimulationError where waiting is in vain.
  virtual bool find_detour(const Message& message, Route& route, PortFans& fans) = 0;

 protected:
  ~MessageOwner() = default;
};

using MessageId = std::uint32_t;

/// One message on its way.
struct Message {
  MessageId id = 0;
  std::uint64_t number = 0;  ///< how many were posted before
  MessageOwner* owner = nullptr;
  const MessageTerms* terms = nullptr;
  Cell cell;
  Rank from = 0, to = 0;
  std::span<const Rank> more_from, more_to;  ///< the others, of a message that switches merge or replicate
  Bytes bytes = 0;
  bool endless = false;  ///< runs until it is stopped; `bytes` is what it has moved then
  Release released;
  Instant start{};                                      ///< its α_start begins: released, and both ends are in
  Duration more_alpha_sender{}, more_alpha_receiver{};  ///< of its own, beyond what the terms say
  Route route;
  std::optional<RouteRequest> request;  ///< what the route answers; none where it was stated, or is a tree
  PortFans fans;
  std::optional<std::uint32_t> bundle;  ///< of a message that goes in parts: which it is a part of

  Instant first_byte{};
  Instant last_byte{};
  LinkId bottleneck = kNoLink;  ///< what bound its rate last

  FlowId flow = 0;
  bool in_network = false;
  double moved_before = 0;   ///< wire bytes on earlier ways
  Bytes counted = 0;         ///< payload of these
  Duration stalled{};        ///< on earlier ways, at rate 0
  double ideal_rate = 0;     ///< what its own operation leaves it at its ports, in the capacities in force
  double ideal_seconds = 0;  ///< time that the bytes of `reckoned` would have taken at the ideal rate
  double reckoned = 0;       ///< wire bytes, moved before the last change of a capacity on its route

  template <class Visit>
  void visit_senders(Visit visit) const {
    visit(from);
    for (const Rank rank : more_from) visit(rank);
  }
  template <class Visit>
  void visit_receivers(Visit visit) const {
    visit(to);
    for (const Rank rank : more_to) visit(rank);
  }
};

/// The link that bound the message's rate last, by name; empty where none did.
std::string bottleneck_name(const Message& message, const Topology& topology);

/// Time in the network as transfer, which is what the bytes would have taken at the ideal rate, and contention.
Ledger split_transmission(Duration moving, double ideal_seconds);

/// Takes messages from one end to the other (3.1): the sender's part of α_start passes, the flow holds its share of
/// every link until the last byte has left, then α_path and the receiver's part of α_start pass. Splits each message's
/// time into the ledger's parts.
class Carrier final : private FlowListener, public LinkLoads {
 public:
  /// Requires: all three outlive the carrier.
  Carrier(EventQueue& queue, Fabric& fabric, NetworkOptions options);

  /// From now on ways are found anew when their messages enter the network. Requires: `finder` outlives the carrier.
  void find_at_entry(WayFinder& finder) { at_entry_ = &finder; }
  /// From now on messages avoid what is known to be dead. Requires: `failover` outlives the carrier's last event.
  void avoid_dead(const Failover& failover) { failover_ = &failover; }
  /// A message to fill in and post. Its place was another's before, whose memory it reuses.
  Message& blank();
  /// Sends a message off at `message.start`. Requires: a blank one, filled in; start >= now; a route; owner and terms
  /// stay.
  void post(Message& message);
  /// Takes a message out of the network and counts what it has moved; it stays to be read until the next blank one.
  /// Requires: it is in the network.
  const Message& stop(MessageId id);
  /// No message is on its way, up to its last byte.
  bool idle() const { return under_way_ == 0; }
  bool in_network(MessageId id) const { return messages_[id].in_network; }
  const Message& message(MessageId id) const { return messages_[id]; }

  double load(LinkId link) const override;

  /// Tells the network what the fabric now says of a link.
  void link_changed(LinkId link);
  /// Puts messages whose way is known to be dead on others with the bytes that they still have.
  void reroute();

  const FluidNetwork& network() const { return network_; }
  /// The link that binds a message's rate now; kNoLink where none does. Requires: it is in the network.
  LinkId held_by(const Message& message) const;
  std::vector<const Message*> in_network() const;
  /// Whether any message that `counts` is in the network at a rate above 0.
  template <class Counts>
  bool any_moves(Counts counts) const {
    return std::any_of(messages_.begin(), messages_.end(),
                       [&](const Message& m) { return m.in_network && network_.rate(m.flow) > 0 && counts(m); });
  }

 private:
  void enter(MessageId id);
  void start_flow(Message& m);
  void divert(Message& m);
  void count_way(Message& m);
  double moved(const Message& m) const;
  void flow_ended(FlowId flow, std::uint64_t tag) override;
  void take_out(Message& m);
  void leave(MessageId id);
  double ideal_rate(const Message& m) const;
  void reckon(Message& m) const;
  Ledger transmission(const Message& m) const;

  EventQueue& queue_;
  Fabric& fabric_;
  FluidNetwork network_;
  BatchedEvents entering_;
  std::deque<Message> messages_;  // those in place stay where they are when others come
  Slots slots_;                   // of messages_
  std::size_t under_way_ = 0;
  std::uint64_t posted_ = 0;
  std::vector<ResourceId> resources_;   // of the message in hand
  WayFinder* at_entry_ = nullptr;       // null: ways stay as posted
  const Failover* failover_ = nullptr;  // null: messages wait for links that are down
  Route detour_;
  PortFans detour_fans_;
};

}  // namespace collsim
