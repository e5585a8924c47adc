#pragma once

#include <span>
#include <vector>

#include "scenario/fields.h"
#include "scenario/reader.h"
#include "scenario/scenario.h"

namespace collsim {

/// A collective as its mapping states it, and what the others are needed for.
struct CollectiveEntry {
  CollectiveSpec spec;       ///< `after` still empty
  Value id;                  ///< where the id stands, or the whole mapping
  std::vector<Value> after;  ///< the ids it waits for
};

/// The keys of a collective.
std::span<const KnownWord> collective_keys();

/// Reads one item of `collectives:`, the `index`th from 0. Without `size_required` a size may be missing.
CollectiveEntry read_collective(Value mapping, std::size_t index, std::span<const KnownAlgorithm> algorithms,
                                bool size_required, Diagnostics& diagnostics);

}  // namespace collsim
