#pragma once

#include <functional>
#include <stop_token>
#include <string>
#include <vector>

#include "scenario/reader.h"
#include "study/error_statistics.h"

namespace collsim {

/// What closed forms are compared with the simulator over.
struct FormsGrid {
  std::vector<TopologyFile> topologies;
  std::vector<std::string> algorithms;  ///< none: all that there are
  std::vector<int> ranks;               ///< of the first chips in file order
  std::vector<Bytes> sizes;
};

/// A crossbar, boards with a way out for every chip, boards that share one, and a ring of neighbours, with 4, 8 and 16
/// ranks from 64 KiB to 256 MiB.
FormsGrid default_forms_grid();

/// One algorithm and operation on one group.
struct FormsCell {
  std::string topology, op, algorithm;
  int ranks = 0;
  std::vector<SizeError> sizes;  ///< expected: simulated; predicted: the closed form
  double ticks = 0;              ///< the largest difference, picoseconds
  bool to_the_tick = false;      ///< no more than the rounding of each message apart
  bool limit = false;            ///< the form says itself that it holds in the limit only
  double contention = 0;         ///< largest share of a simulated time that went to sharing of links, by the ledger
};

/// Runs the grid, cell by cell; algorithms that a group does not fit are left out. `progress` is told how many cells of
/// how many are done, and may be empty.
std::vector<FormsCell> compare_forms(const FormsGrid& grid, const std::function<void(int, int)>& progress,
                                     const std::stop_token& stop = {});

}  // namespace collsim
