#pragma once

#include <memory>
#include <optional>
#include <vector>

#include "collective/table.h"
#include "result/observer.h"
#include "scenario/scenario.h"
#include "workload/bundles.h"
#include "workload/carrier.h"
#include "workload/lone_step.h"
#include "workload/meetings.h"
#include "workload/model_for.h"
#include "workload/ports.h"
#include "workload/release_policy.h"
#include "workload/routers.h"
#include "workload/ways.h"

namespace collsim {

/// The world that an operation runs in.
struct World {
  EventQueue& queue;
  const Topology& topology;
  Routers& routers;
  Fabric& fabric;
  Carrier& carrier;
  Observer* observer;  ///< may be null
  bool check;
  std::uint64_t seed;
  Failover* failover;  ///< null: messages wait for links that are down
};

class OperationRun;

class OperationListener {
 public:
  virtual void operation_ended(const OperationRun& operation) = 0;

 protected:
  ~OperationListener() = default;
};

/// One collective in flight: turns the steps of its program into messages between chips, as its release policy says,
/// and measures what happens.
class OperationRun final : private MessageOwner, private EventHandler {
 public:
  struct Setup {
    const CollectiveSpec& spec;
    Problem problem;                 ///< of the planner
    std::vector<NodeId> chips;       ///< by rank
    std::vector<Duration> lateness;  ///< by rank, or empty where nobody is late
    std::vector<double> slowness;    ///< by rank, or empty where nobody is slow
    std::uint64_t job;               ///< its number among those who claim, from 1 on
  };

  OperationRun(World world, const Model& model, Setup setup, OperationListener& listener);
  ~OperationRun();

  const CollectiveSpec& spec() const { return setup_.spec; }
  void start();
  bool started() const { return started_; }
  bool ended() const { return ended_; }
  /// Steps done so far and in all, times ranks.
  std::int64_t rank_steps_done() const { return rank_steps_done_; }
  std::int64_t rank_steps() const;
  /// How many messages it sends that are not settled together with others, roughly.
  double messages_one_by_one() const;
  /// Several of its steps may be under way at once: in channels, or in phases of successive chunks.
  bool overlaps_itself() const;
  /// Why the switches cannot merge or replicate what the algorithm asks of them, if so.
  std::optional<std::string> missing_tree() { return ways_.missing_tree(*program_, ranks()); }
  std::vector<std::string> waiting_for() const { return policy_->waiting_for(); }
  /// Frees what only a running operation needs. Requires: ended(), and nothing of it is on the stack.
  void let_go();
  /// Counts the bytes of steps that were settled by arithmetic: before those of links are read.
  void count_settled();
  /// Requires: ended(). Its bottleneck link is left to the end of the run, when all bytes have passed.
  const CollectiveResult& result() const { return result_; }
  /// Of the links that the operation used the one with the most wire bytes, of anyone, for its capacity; empty where
  /// nothing moved.
  std::string bottleneck_link() const;

  // For release policies.
  const Program& program() const { return *program_; }
  int ranks() const { return problem_.ranks; }
  /// What the first messages wait for: the kernels are on the chips.
  Release launched() const;
  std::string rank_name(Rank rank) const { return ways_.rank_name(rank); }
  /// Sends off what `rank` sends in `cell` after `released`; returns how many transfers. One of several senders goes
  /// when the last of them has been asked.
  int post(Cell cell, Rank rank, const Release& released);
  /// Does all of `cell` at once where it has the network to itself and can be settled by arithmetic: returns its last
  /// delivery, which is still to come. Requires: all of the operation's steps so far are delivered.
  std::optional<Release> settle_alone(Cell cell, const Release& released);
  void note_steps(std::int64_t rank_steps) { rank_steps_done_ += rank_steps; }
  void program_ended();

 private:
  void message_left(const Message& message, const Release& sender_free, const Release& delivered) override;
  bool find_detour(const Message& message, Route& route, PortFans& fans) override;
  void handle(Instant now, std::uint64_t tag) override;

  void set_terms(MessageTerms& terms, const Model& model) const;
  double sends_of_step(Cell cell) const;
  bool wait_for_links(const Message& message) const;
  void recount_ports();
  void find_own_alpha(Message& message) const;
  double slowness(Rank rank) const;
  bool undisturbed(const Release& released) const;
  const StepOutcome* outcome(Cell cell);
  void send(Cell cell, const Transfer& transfer, int sends, const Release& released);
  void send_in_parts(Cell cell, const Transfer& transfer, int sends, const Release& released);
  Message& begin(Cell cell, const Transfer& transfer, const Release& released);
  void post(Message& message, const Transfer& transfer, int sends, Bytes bytes);
  void all_left(const Message& message, const Release& sender_free, const Release& delivered);
  Duration lateness(Rank rank) const;
  void note_delivery(const Message& message, const Release& delivered);
  void record(const Message& message, const Release& sender_free, const Release& delivered) const;
  void finish();
  void fill_ranks();

  World world_;
  Setup setup_;
  OperationListener& listener_;
  Problem problem_;
  const Algorithm& algorithm_;
  std::unique_ptr<Program> program_;
  Ways ways_;
  Ports ports_;
  Meetings meetings_;
  Bundles bundles_;
  std::unique_ptr<ReleasePolicy> policy_;
  std::optional<Distribution> jitter_;
  std::uint64_t ways_known_ = 0;  // changes of the ways that ports_ knows of
  LeadIn lead_;
  MessageTerms terms_, switched_terms_;  // of messages between two ranks, and of those that switches merge or replicate

  Instant start_{};
  Duration last_entry_{};  // after start_
  bool started_ = false, ended_ = false;

  std::unique_ptr<LoneStep> lone_step_;
  bool steps_may_stand_alone_;
  /// Steps that came out alike, one after the other, and are not counted yet.
  struct Settled {
    const StepOutcome* outcome = nullptr;  // null: such a step has to be run
    std::optional<std::uint64_t> signature;
    std::uint64_t fabric_changes = 0;
    std::int64_t times = 0;
    Instant last_release{};
  };
  Settled settled_;
  std::int64_t rank_steps_done_ = 0;

  struct LastDelivery {
    Release release;
    Cell cell;
    Rank from = 0, to = 0;
  };
  std::optional<LastDelivery> last_;
  std::vector<Instant> rank_end_;
  std::vector<char> used_;  // by resource
  std::vector<Transfer> transfers_;
  CollectiveResult result_;
};

}  // namespace collsim
