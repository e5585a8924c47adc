#pragma once

#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "base/units.h"
#include "collective/group_facts.h"
#include "collective/operation.h"
#include "collective/protocol.h"

namespace collsim {

/// A measured choice: which algorithm an operation takes in a range of sizes, on so many nodes and ranks.
struct TunerRow {
  Op op = Op::all_reduce;
  Bytes min_bytes = 0, max_bytes = 0;  ///< both included
  std::string algorithm;               ///< of the table of algorithms
  Protocol protocol = Protocol::simple;
  std::optional<int> channels;
  std::optional<int> nodes, ranks;  ///< absent: any
  int line = 0;                     ///< in its file
};

/// Reads the layout of the example of NCCL's tuner plugins [github.com/NVIDIA/nccl, ext-tuner/example/README.md]:
///     collective_type,min_bytes,max_bytes,algorithm,protocol,channels,nNodes,nRanks,numPipeOps,regBuff
/// the last two of which may be missing; -1 is any; `#` begins a comment; a first line of column names is skipped.
/// `tree` is our double_tree, of broadcast and reduce binary_tree; `ring` of those two is chain; our own names are
/// taken too, of algorithms and operations. Rows for several aggregated operations or for registered buffers are read
/// and left out: neither exists here.
/// Throws InputError with every mistake in it, by line and column.
std::vector<TunerRow> parse_tuner_table(std::string_view text, const std::string& file);

/// The first row for this operation, size and group; null where there is none.
const TunerRow* find_row(const std::vector<TunerRow>& rows, Op op, Bytes size, const GroupFacts& facts);

}  // namespace collsim
