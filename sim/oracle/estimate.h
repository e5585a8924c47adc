#pragma once

#include <optional>

#include "oracle/form.h"
#include "oracle/message_cost.h"

namespace collsim::oracle {

struct Estimate {
  double seconds = 0;
  Claim claim = Claim::exact;
};

/// A form with the prices of a model and a machine.
double seconds_of(const Form& form, CostModel model, const Machine& machine, const LogParameters& parameters = {});

/// What the closed form of `problem` predicts; nothing where there is none for that algorithm and operation. A
/// single rank has nothing to say to anybody: 0. Requires: problem.size >= 0, problem.chunks >= 1. Safe from many
/// threads.
std::optional<Estimate> estimate(CostModel model, const Case& problem, const Machine& machine,
                                 const LogParameters& parameters = {});

}  // namespace collsim::oracle
