#pragma once

#include <ostream>
#include <string>

#include "result/result.h"

namespace collsim {

/// What the table's head says beside the result.
struct TableHead {
  std::string version;  ///< of this program
  std::string scenario_file;
  std::string topology;  ///< its name
};

/// A table for people and for the scripts that read nccl-tests (layout of its version 2.13 and later, one group of
/// time, algbw and busbw): one row a collective and size, comments behind `#`, `Avg bus bandwidth` at the end. Our own
/// columns stand behind those of nccl-tests. A single run is followed by where its time went.
void write_table(const Result& result, const TableHead& head, std::ostream& out);

/// The `count` column of nccl-tests: elements, of one rank's part where the operation cuts M into a part for each rank.
std::int64_t nccl_count(const CollectiveResult& collective);

}  // namespace collsim
