#include "result/result.h"

namespace collsim {

bool CollectiveResult::has_root() const {
  return op == Op::broadcast || op == Op::reduce || op == Op::scatter || op == Op::gather;
}

double CollectiveResult::algbw_GBps() const {
  if (time() <= Duration::zero()) return 0;
  // Bytes per picosecond are 1000 GB/s.
  return 1e3 * static_cast<double>(size) / static_cast<double>(time().count());
}

std::optional<double> slowdown(Duration shared, Duration alone) {
  if (alone <= Duration::zero()) return {};
  return static_cast<double>(shared.count()) / static_cast<double>(alone.count());
}

double CollectiveResult::busbw_GBps() const { return algbw_GBps() * busbw_factor(op, ranks()); }

}  // namespace collsim
