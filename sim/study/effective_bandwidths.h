#pragma once

#include <ostream>
#include <string>
#include <vector>

#include "study/measured_log.h"

namespace collsim {

/// Which of the groups of parallel training a table stands for: `tensor` parallel groups lie within a node, `data`
/// parallel ones reach over nodes, and `expert` parallel ones exchange between all.
enum class ParallelGroup : std::uint8_t { tensor, data, expert };

const char* to_string(ParallelGroup group);

/// What planners of parallel training want of a machine, in the place of a model.
struct EffectiveBandwidth {
  Op op = Op::all_reduce;
  ParallelGroup group = ParallelGroup::tensor;
  int ranks = 0, nodes = 0;
  double busbw = 0;     ///< bytes per second, the highest of the table, as nccl-tests defines it
  double floor_us = 0;  ///< the least time
  std::string file;
};

/// One for each series of a log. Throws InputError where one does not say its operation, ranks or nodes.
std::vector<EffectiveBandwidth> effective_bandwidths(const MeasuredLog& log);

/// As a YAML mapping, by operation and group; of several tables of one kind the one with the most ranks.
void write_effective_bandwidths(const std::vector<EffectiveBandwidth>& all, std::ostream& out);

}  // namespace collsim
