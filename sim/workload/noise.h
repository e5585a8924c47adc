#pragma once

#include "result/observer.h"
#include "scenario/scenario.h"
#include "workload/carrier.h"
#include "workload/operation.h"

namespace collsim {

/// Background that comes and goes until the run ends: burst after burst, each a flow without α, by one event to come at
/// a time. A burst of a size that finds the one before still under way is left out.
///
///     start + phase   + period        + 2 period
///     │─on──┐         │─on──┐         │─on──┐        each moved by its own jitter
class NoiseFlow final : private MessageOwner, private EventHandler {
 public:
  /// `number` tells it from the others. Requires: `spec` outlives this. Throws SimulationError where there is no route.
  NoiseFlow(World world, const Model& model, const NoiseSpec& spec, std::size_t number, NodeId from, NodeId to);

  /// It has an event to come.
  bool goes_on() const { return goes_on_; }
  bool owns(const Message& message) const { return message.owner == this; }
  /// Takes what is still running out of the network and says what has moved.
  NoiseResult finish();

 private:
  void message_left(const Message& message, const Release& sender_free, const Release& delivered) override;
  bool find_detour(const Message& message, Route& route, PortFans& fans) override;
  void handle(Instant now, std::uint64_t tag) override;

  Route find_route() const;
  Duration jitter() const;
  void schedule_burst();
  void begin(Instant now);
  void end();
  void record(const Message& message);

  World world_;
  const NoiseSpec& spec_;
  NodeId from_, to_;
  std::uint64_t number_;  // mixed with the seed
  MessageTerms terms_;
  RouteRequest request_;
  Instant nominal_{};  // of the next burst, before its jitter
  MessageId message_ = 0;
  bool goes_on_ = false, under_way_ = false;
  NoiseResult result_;
};

}  // namespace collsim
