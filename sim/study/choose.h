#pragma once

#include <functional>
#include <memory>
#include <stop_token>
#include <string>
#include <vector>

#include "scenario/scenario.h"

namespace collsim {

struct ChooseOptions {
  std::stop_token stop;
  /// Told before each candidate that is simulated: `grad, 64 KiB: ring`, how many went before, how many there are.
  std::function<void(const std::string& what, std::size_t done, std::size_t of)> progress;
};

/// Chooses for the collectives of a scenario that leave it to `auto`.
class Chooser {
 public:
  /// Reads the tables that the scenario names. Requires: the scenario outlives the chooser.
  /// Throws InputError for what a scenario and its topology, or a table, have wrong; FileError for a table that cannot
  /// be read.
  explicit Chooser(const Scenario& scenario, ChooseOptions options = {});
  ~Chooser();

  /// What `auto` comes to for a collective at a size, as its own preset chooses, or NCCL's where its algorithm is
  /// named. Choices are remembered by group, operation and size. Throws SimulationError where no candidate of
  /// `simulate` can run, Interrupted where `stop` asked to end.
  const Chosen& choose(std::size_t collective, Bytes size);

 private:
  struct State;
  std::unique_ptr<State> state_;
};

/// `stop` ended a choice.
class Interrupted : public std::runtime_error {
 public:
  Interrupted() : std::runtime_error("interrupted before all algorithms had been chosen") {}
};

/// The same scenario with all choices made; without a collective left to `auto` nothing is done.
Scenario with_choices(Scenario scenario, const ChooseOptions& options = {});

/// A choice that holds from `from` on, up to the next one's.
struct SwitchPoint {
  Bytes from = 0;
  Chosen chosen;  ///< as it was made at `from`
};

/// The choices of a collective over sizes from 8 B to 8 GiB: sizes that double, and between two with different choices
/// the size of the switch, by bisection, to the element for a model and to a 64th for `simulate`. Choices that come and
/// go between two doublings are not seen. Where a matrix says what is sent there is one choice.
std::vector<SwitchPoint> switch_points(Chooser& chooser, const Scenario& scenario, std::size_t collective);

}  // namespace collsim
