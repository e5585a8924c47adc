#pragma once

#include "result/observer.h"
#include "scenario/scenario.h"
#include "workload/carrier.h"
#include "workload/operation.h"

namespace collsim {

/// What a flow without α pays and claims as `job`, at most at `rate` on the wire.
MessageTerms background_terms(Fabric& fabric, const Model& model, std::optional<double> rate, std::uint64_t job);

/// Tells the observer, if there is one, of a message of background between the two chips that has left the network.
void tell_background(const World& world, const Message& message, const std::string& from, const std::string& to);

/// A flow that is no collective: it pays no α, enters at its start, and leaves after its bytes, at its stop, or with
/// the run.
class BackgroundFlow final : private MessageOwner, private EventHandler {
 public:
  /// `number` tells it from the others. Requires: `spec` outlives this; one way at most is stated. Throws
  /// SimulationError where there is no route.
  BackgroundFlow(World world, const Model& model, const BackgroundSpec& spec, std::size_t number, NodeId from,
                 NodeId to);

  /// Ends by itself, after a size or at a stop, and has not yet.
  bool pending() const { return (spec_.size || spec_.stop) && !ended_; }
  bool in_network() const { return started_ && !ended_ && world_.carrier.in_network(message_); }
  std::string name() const { return spec_.from.text + " -> " + spec_.to.text; }
  /// Takes what is still running out of the network and says what has moved.
  BackgroundResult finish();

 private:
  bool find_detour(const Message& message, Route& route, PortFans& fans) override;
  void lead(Message& message, const RouteRequest& request) const;
  void message_left(const Message& message, const Release& sender_free, const Release& delivered) override;
  void handle(Instant now, std::uint64_t tag) override;
  void stop();

  World world_;
  const BackgroundSpec& spec_;
  NodeId from_, to_;
  MessageTerms terms_;
  MessageId message_ = 0;
  bool started_ = false, ended_ = false;
  BackgroundResult result_;
};

}  // namespace collsim
