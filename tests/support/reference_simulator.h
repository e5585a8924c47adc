#pragma once

#include <functional>
#include <map>
#include <string>
#include <vector>

#include "support/reference_case.h"

namespace collsim::test::reference {

/// Parts of the time along the critical path; transfer and contention are the rest of it.
struct Delays {
  Real startup = 0;  ///< α_start, both sides
  Real path = 0;     ///< latencies of links and forwarding nodes
  Real waiting = 0;  ///< until a late rank enters, and at rate 0
};

/// All times in picoseconds from the start of the run.
struct OperationOutcome {
  Real start = 0;  ///< what `start` and `after` allow
  Real end = 0;
  std::vector<Real> enter;     ///< by rank
  std::vector<Real> rank_end;  ///< last byte left, last message delivered, and entered
  Delays delays;               ///< of what led to the last delivery; arbitrary where several paths tie
};

/// Payload that a link has carried; half duplex: of both directions.
struct Carried {
  Real bytes = 0;
  int cut_off = 0;  ///< how many flows were stopped on their way: only these move no whole number of bytes
};

struct Outcome {
  std::vector<OperationOutcome> operations;
  std::map<std::string, Carried> links;  ///< by directed name
};

/// By how many picoseconds each flow ends later (or, negative, earlier) than its last byte would have it. It keeps its
/// share until then. Asked once a flow.
using Displacement = std::function<Real()>;

/// Runs a case to the end of its last operation and of every background flow with a size. Requires: a tree, and that
/// every link that goes down comes up again. Throws std::logic_error where an allocation breaks a capacity or a max-min
/// one leaves a flow without a bottleneck, and where work remains that nothing will ever move.
Outcome run(
    const Case& world, const Displacement& displacement = [] { return Real{0}; });

}  // namespace collsim::test::reference
