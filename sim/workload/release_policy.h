#pragma once

#include <memory>
#include <string>
#include <vector>

#include "workload/carrier.h"

namespace collsim {

class OperationRun;

/// When the steps of an operation are posted: with a barrier between them, or as data arrives. Posts through
/// OperationRun::post, and calls OperationRun::program_ended once everything has been delivered.
class ReleasePolicy {
 public:
  virtual ~ReleasePolicy() = default;

  /// Begins the first steps. Requires: the operation has started, now.
  virtual void start() = 0;
  virtual void message_left(const Message& message, const Release& sender_free, const Release& delivered) = 0;
  /// What the operation still waits for, one line each, for a run that is stuck.
  virtual std::vector<std::string> waiting_for() const = 0;
};

std::unique_ptr<ReleasePolicy> make_barrier(OperationRun& operation, EventQueue& queue);
std::unique_ptr<ReleasePolicy> make_dataflow(OperationRun& operation, EventQueue& queue);

}  // namespace collsim
