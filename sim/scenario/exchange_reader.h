#pragma once

#include <cstdint>
#include <string>

#include "scenario/collective_reader.h"

namespace collsim {

/// What an uneven exchange needs to know beside its own keys.
struct ExchangeContext {
  const std::string& file;  ///< the scenario's, whose folder a matrix file's name is relative to
  const TopologyDescription& topology;
  std::uint64_t seed;
};

/// Reads what `matrix` or `skew` of a collective says, if one of them is there, into its `matrix` and `sizes`.
/// Throws FileError where the file that `matrix` names cannot be read.
void read_exchange(CollectiveEntry& entry, const ExchangeContext& context, Diagnostics& diagnostics);

}  // namespace collsim
