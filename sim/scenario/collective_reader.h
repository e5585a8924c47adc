#pragma once

#include <optional>
#include <span>
#include <vector>

#include "scenario/fields.h"
#include "scenario/reader.h"
#include "scenario/scenario.h"

namespace collsim {

/// A collective as its mapping states it, and what the others are needed for.
struct CollectiveEntry {
  CollectiveSpec spec;                ///< `after` and `matrix` still empty
  Value id;                           ///< where the id stands, or the whole mapping
  std::vector<Value> after;           ///< the ids it waits for
  std::optional<Value> matrix, skew;  ///< what says an uneven all_to_all
  std::optional<Value> job;           ///< the id of the job it belongs to
  bool states_weight = false, states_priority = false;
  std::optional<std::size_t> chained_to;  ///< the one before it in its job, where that is a chain
};

/// The keys of a collective.
std::span<const KnownWord> collective_keys();

/// Reads one item of `collectives:`, the `index`th from 0. Without `size_required`, and
/// where a matrix or a skew says what is sent, a size may be missing.
CollectiveEntry read_collective(Value mapping, std::size_t index, std::span<const KnownAlgorithm> algorithms,
                                bool size_required, Diagnostics& diagnostics);

}  // namespace collsim
