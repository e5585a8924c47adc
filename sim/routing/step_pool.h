#pragma once

#include <cstdint>
#include <span>
#include <unordered_map>
#include <vector>

#include "routing/core.h"

namespace collsim {

/// One of the hops that a route may take from where it stands.
struct Step {
  static constexpr CoreState kArrived = kNone;

  LinkName link;
  CoreState to = 0;
  std::uint32_t choices = 1;  ///< how many there are from here on, this one counted
  Duration cost{};            ///< of the link, and of the node it leads to unless that is the end
};

/// Keeps each run of equal choices once: a leaf goes to the same spines whatever leaf is meant.
class StepPool {
 public:
  static constexpr std::uint32_t kNoSteps = 0;

  /// Where the run begins; it is stored if it is new. Requires: not empty.
  std::uint32_t keep(std::span<const Step> run);

  /// Number choice mod k of the k in that run. Requires: not kNoSteps.
  const Step& choose(std::uint32_t run, std::uint32_t choice) const {
    const Step& first = steps_[run];
    return first.choices == 1 ? first : steps_[run + choice % first.choices];
  }

  std::size_t memory_bytes() const;

 private:
  bool holds(std::uint32_t at, std::span<const Step> run) const;

  std::vector<Step> steps_ = std::vector<Step>(1);                // the first is nobody's: its place means "no steps"
  std::unordered_multimap<std::uint64_t, std::uint32_t> places_;  // by hash
};

}  // namespace collsim
