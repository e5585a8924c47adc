#pragma once

#include "scenario/scenario.h"

namespace collsim {

/// The model as it holds for a collective of `size` on `ranks`: that of its algorithm's kernels, and of messages as
/// large as its largest.
Model model_for(const Model& model, const CollectiveSpec& spec, Bytes size, int ranks);

/// What passes before the first message of an operation: its launch, and the staging of a block of M / N.
struct LeadIn {
  Duration launch{};
  Duration staging{};
};
LeadIn lead_in(const Model& model, Protocol protocol, Bytes size, int ranks);

}  // namespace collsim
