#pragma once

#include <limits>
#include <memory>
#include <stop_token>
#include <vector>

#include "result/result.h"
#include "workload/background.h"
#include "workload/link_events.h"
#include "workload/noise.h"
#include "workload/operation.h"
#include "workload/planner.h"
#include "workload/resolve.h"

namespace collsim {

/// One run of a scenario from time 0: the operations with their starts and dependencies, the background, the events.
class Simulation final : private EventHandler, private OperationListener {
 public:
  struct Setup {
    const Scenario& scenario;
    const Topology& topology;
    const Resolved& resolved;
    Planner& planner;
    Routers& routers;
    std::size_t size_index = 0;  ///< which of the swept collective's sizes
    Observer* observer = nullptr;
    bool check = false;
    double most_messages = std::numeric_limits<double>::infinity();
  };

  explicit Simulation(const Setup& setup);

  /// Runs until all finite work is done, or `stop` asks to end.
  /// Throws SimulationError where nothing can happen any more and work is left.
  void run(const std::stop_token& stop);
  bool finished() const { return operations_left_ == 0 && !background_pending(); }
  /// What has ended so far. Requires: called once, last.
  RunResult result();

 private:
  void handle(Instant now, std::uint64_t tag) override;
  void operation_ended(const OperationRun& operation) override;

  std::unique_ptr<Failover> make_failover();
  void add_operations();
  void refuse_too_many_messages() const;
  void let_ended_go();
  void refuse_per_step_overlap(const OperationRun& operation) const;
  void refuse_missing_tree(OperationRun& operation) const;
  [[noreturn]] void refuse(const CollectiveSpec& spec, std::string message) const;
  bool waits_for(std::size_t background) const;
  bool background_pending() const;
  bool only_noise_is_left() const;
  bool accompanies(const Message& message) const;
  void report_progress() const;
  [[noreturn]] void report_blocked() const;
  std::vector<std::string> blocked_lines() const;
  std::string blocked_message(const Message& m) const;
  std::string blocked_operation(const OperationRun& operation) const;
  void fill_links(RunResult& out) const;

  Setup setup_;
  EventQueue queue_;
  Fabric fabric_;
  Carrier carrier_;
  std::unique_ptr<Failover> failover_;  // null: messages wait
  World world_;
  LinkEvents link_events_;
  std::vector<std::unique_ptr<OperationRun>> operations_;
  std::vector<std::size_t> prerequisites_left_;       // by operation
  std::vector<std::vector<std::size_t>> dependents_;  // by operation
  std::vector<std::unique_ptr<BackgroundFlow>> background_;
  std::vector<std::unique_ptr<NoiseFlow>> noise_;
  std::size_t operations_left_ = 0;
  std::vector<std::size_t> just_ended_;
  std::int64_t rank_steps_ = 0;
};

}  // namespace collsim
