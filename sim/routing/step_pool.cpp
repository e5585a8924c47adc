#include "routing/step_pool.h"

#include <algorithm>

namespace collsim {
namespace {

std::uint64_t mixed(std::uint64_t hash, std::uint64_t next) {
  hash = (hash ^ next) * 0x9E3779B97F4A7C15ULL;
  return hash ^ (hash >> 29);
}

std::uint64_t hash_of(std::span<const Step> run) {
  std::uint64_t hash = run.size();
  for (const Step& step : run) {
    hash = mixed(hash, (std::uint64_t{step.links[0].packed()} << 32) | step.to);
    if (step.count > 1) hash = mixed(hash, (std::uint64_t{step.links[1].packed()} << 32) | step.links[2].packed());
  }
  return hash;
}

}  // namespace

std::uint32_t StepPool::keep(std::span<const Step> run) {
  const std::uint64_t hash = hash_of(run);
  const auto [first, last] = places_.equal_range(hash);
  const auto same = std::find_if(first, last, [&](const auto& place) { return holds(place.second, run); });
  if (same != last) return same->second;
  const auto at = static_cast<std::uint32_t>(steps_.size());
  steps_.insert(steps_.end(), run.begin(), run.end());
  for (std::size_t i = 0; i < run.size(); ++i) steps_[at + i].choices = static_cast<std::uint32_t>(run.size() - i);
  places_.emplace(hash, at);
  return at;
}

bool StepPool::holds(std::uint32_t at, std::span<const Step> run) const {
  const auto equal = [](const Step& a, const Step& b) {
    return a.links == b.links && a.count == b.count && a.to == b.to && a.cost == b.cost;
  };
  return steps_[at].choices == run.size() && std::equal(run.begin(), run.end(), steps_.begin() + at, equal);
}

std::size_t StepPool::memory_bytes() const {
  constexpr std::size_t kNode = sizeof(std::pair<std::uint64_t, std::uint32_t>) + 2 * sizeof(void*);
  return steps_.capacity() * sizeof(Step) + places_.size() * kNode + places_.bucket_count() * sizeof(void*);
}

}  // namespace collsim
