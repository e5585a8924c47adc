#pragma once

#include <array>
#include <cstdint>
#include <span>
#include <unordered_map>
#include <vector>

#include "routing/core.h"

namespace collsim {

/// One of the ways to go on with: a hop, and with it those that follow without a choice as far as there is room.
struct Step {
  static constexpr CoreState kArrived = kNone;
  static constexpr std::size_t kMostLinks = 3;

  std::array<LinkName, kMostLinks> links;
  CoreState to = 0;
  std::uint32_t count = 1;    ///< of links
  std::uint32_t choices = 1;  ///< how many ways there are from here on, this one counted
  Duration cost{};            ///< of the links, and of the nodes they lead to unless that is the end
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
    const std::uint32_t k = first.choices;
    if (k == 1) return first;
    // A division takes as long as the rest.
    const bool power_of_two = (k & (k - 1)) == 0;
    return steps_[run + (power_of_two ? choice & (k - 1) : choice % k)];
  }

  /// The only way on, or null where there are several. Requires: not kNoSteps.
  const Step* only(std::uint32_t run) const { return steps_[run].choices == 1 ? &steps_[run] : nullptr; }

  std::size_t memory_bytes() const;

 private:
  bool holds(std::uint32_t at, std::span<const Step> run) const;

  std::vector<Step> steps_ = std::vector<Step>(1);                // the first is nobody's: its place means "no steps"
  std::unordered_multimap<std::uint64_t, std::uint32_t> places_;  // by hash
};

}  // namespace collsim
