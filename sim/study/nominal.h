#pragma once

#include <optional>
#include <string>

#include "oracle/machine.h"
#include "study/measured_log.h"

namespace collsim {

/// What the wires of a machine carry, bytes per second and direction.
struct Nominal {
  double inside = 0;           ///< of a chip, to the chips of its node
  std::optional<double> port;  ///< of a chip's share of its node's ways out
  bool bridged = false;        ///< chips reach each other over PCIe only
  std::string source;          ///< where that is from, for people
};

/// From what a log says of its hardware (`# hardware:` of a CSV file; device names): stated rates first (`50 GB/s per
/// GPU`, `2x … 200 Gb/s … per node`), else what that kind of chip has. Nothing where the chip is unknown.
std::optional<Nominal> nominal_of(const MeasuredSeries& series);

/// From a group on a topology: the innermost tier, and the outermost where there are several.
Nominal nominal_of(const oracle::Machine& machine);

/// The busbw that wires alone allow a group of `ranks` in `nodes` equal nodes: of a ring the least of a chip's links
/// and of all ports of a node, of an all_to_all (N-1)/(N-g) of a port, of a send_recv one port; bytes per second.
double best_busbw(const Nominal& nominal, Op op, int ranks, int nodes);

}  // namespace collsim
