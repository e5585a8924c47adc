#pragma once

#include <atomic>
#include <cstdint>
#include <functional>
#include <map>
#include <memory>
#include <shared_mutex>
#include <vector>

#include "oracle/machine.h"

namespace collsim::oracle {

/// Machines by group, so that a sweep profiles each group once. Safe from many threads.
class MachineCache {
 public:
  using Group = std::vector<std::uint32_t>;  ///< chips in rank order

  /// The machine of `group`, made by `make` where it is not known yet. Valid as long as the cache.
  const Machine& find(const Group& group, const std::function<Machine()>& make);

  struct Use {
    std::uint64_t hits = 0, misses = 0;
    /// 0 before the first question.
    double hit_rate() const;
  };
  Use use() const;

 private:
  const Machine* known(const Group& group);

  mutable std::shared_mutex mutex_;
  std::map<Group, std::unique_ptr<const Machine>> machines_;
  std::atomic<std::uint64_t> hits_ = 0;
  std::uint64_t misses_ = 0;
};

}  // namespace collsim::oracle
