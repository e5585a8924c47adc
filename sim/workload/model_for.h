#pragma once

#include "scenario/scenario.h"

namespace collsim {

/// The model as it holds for a collective of `size` on `ranks`: that of its algorithm's kernels, and of messages as
/// large as its largest.
Model model_for(const Model& model, const CollectiveSpec& spec, Bytes size, int ranks);

/// What passes before the first message of an operation: the launch of its kernels, and the copies into and out of
/// buffers that no transfer overlaps: of a ring those of a block, M / N; of what switches merge those of a chunk.
struct LeadIn {
  Duration launch{};
  Duration staging{};
};
LeadIn lead_in(const Model& model, const CollectiveSpec& spec, Protocol protocol, Bytes size, int ranks, int chunks);

}  // namespace collsim
