#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "scenario/reader.h"
#include "scenario/scenario.h"
#include "scenario/sweep_spec.h"

namespace collsim {

/// What a sweep comes to: its runs by number, all combinations of its axes, the last axis and then the seeds varying
/// fastest. Immutable, so that threads may share it.
class SweepPlan {
 public:
  /// Tries points until one can be read. Throws InputError where none can, with what is wrong with the first, FileError
  /// likewise, and InputError where there are more runs than most_runs.
  explicit SweepPlan(SweepSpec spec);

  static constexpr std::size_t most_runs = 1'000'000;

  const SweepSpec& spec() const { return spec_; }
  std::size_t runs() const { return runs_; }
  /// Which seed after the scenario's own a run has.
  int repeat_of(std::size_t run) const;
  /// What a run sets, in order of the axes.
  SweepPoint point_of(std::size_t run) const;
  /// The paths that are varied, each once, in the order in which they are first stated; without `seed`, which every
  /// row has.
  const std::vector<std::string>& varied() const { return varied_; }

  /// The scenario of a run. Throws as read_scenario does; errors about a value name its place in the sweep's file.
  Scenario scenario_of(std::size_t run) const;

  /// A number of the sweep, its scenario and all files that either names, and of `build`: results of plans with other
  /// numbers do not belong together.
  std::uint64_t fingerprint(const std::string& build) const;

 private:
  Scenario read(const SweepPoint& point, std::optional<std::uint64_t> seed) const;
  void find_readable();

  SweepSpec spec_;
  std::size_t runs_ = 0;
  std::vector<std::string> varied_;
  std::optional<TopologyFile> topology_;  ///< where no run has another
};

}  // namespace collsim
