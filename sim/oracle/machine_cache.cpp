#include "oracle/machine_cache.h"

#include <mutex>

namespace collsim::oracle {

double MachineCache::Use::hit_rate() const {
  const std::uint64_t questions = hits + misses;
  return questions == 0 ? 0 : static_cast<double>(hits) / static_cast<double>(questions);
}

const Machine& MachineCache::find(const Group& group, const std::function<Machine()>& make) {
  if (const Machine* found = known(group)) return *found;
  // Made outside the lock: profiling takes long, and a second thread that makes the same loses nothing but its time.
  auto made = std::make_unique<const Machine>(make());
  const std::unique_lock lock(mutex_);
  ++misses_;
  return *machines_.try_emplace(group, std::move(made)).first->second;
}

const Machine* MachineCache::known(const Group& group) {
  const std::shared_lock lock(mutex_);
  const auto at = machines_.find(group);
  if (at == machines_.end()) return nullptr;
  hits_.fetch_add(1, std::memory_order_relaxed);
  return at->second.get();
}

MachineCache::Use MachineCache::use() const {
  const std::shared_lock lock(mutex_);
  return {hits_.load(std::memory_order_relaxed), misses_};
}

}  // namespace collsim::oracle
