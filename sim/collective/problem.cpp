#include "collective/problem.h"

namespace collsim {

Bytes Blocks::elements(int channel, int chunk) const {
  const Bytes of_channel = part(problem_.size / problem_.element, problem_.channels, channel);
  return part(of_channel, problem_.chunks, chunk);
}

Bytes Blocks::bytes(int channel, int chunk, Block block) const {
  const Bytes all = elements(channel, chunk);
  if (problem_.op == Op::send_recv) return all * problem_.element;
  return part(all, problem_.ranks, static_cast<int>(block % problem_.ranks)) * problem_.element;
}

Block Blocks::count() const {
  const Block n = problem_.ranks;
  return problem_.op == Op::all_to_all ? n * n : n;
}

}  // namespace collsim
