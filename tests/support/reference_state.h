#pragma once

#include <algorithm>
#include <optional>
#include <utility>
#include <vector>

#include "support/reference_network.h"
#include "support/reference_schedule.h"
#include "support/reference_simulator.h"

namespace collsim::test::reference {

enum class Stage : std::uint8_t { starting, moving, arriving, over };

/// A message of an operation, or a background flow (then without `operation`).
struct Message {
  std::optional<std::size_t> operation;
  std::size_t channel = 0, step = 0;
  Transfer transfer;
  Route route;
  std::optional<std::int64_t> cap;
  Real weight = 1;
  int priority = 0;
  std::pair<std::size_t, std::size_t> claimant;  ///< all of one claimant have one weight together
  Real first_byte = 0, delivered = 0;
  Real stop = unlimited;
  Real remaining = 0, moved = 0, rate = 0;  ///< wire bytes, bytes per picosecond
  Real displacement = 0;
  Delays delays;  ///< of what led to here, from the operation's start
  Stage stage = Stage::starting;

  /// It has a size; else it is stopped.
  bool finite() const { return remaining < unlimited; }

  /// When its last byte leaves if nothing changes.
  Real leaves(Real now) const {
    if (remaining > 0 && rate <= 0) return stop;
    const Real rest = rate > 0 ? remaining / rate + displacement : 0;
    return std::min(stop, now + std::max<Real>(0, rest));
  }
};

/// One channel of an operation: what each rank still has to see before a step is done there.
struct Channel {
  std::vector<std::vector<Transfer>> steps;
  std::vector<std::vector<int>> open;  ///< [step][rank]: own sends not left plus own receives not delivered
  std::vector<int> undelivered;        ///< [step]
  std::vector<std::size_t> posted;     ///< [rank]: the last step it has posted
};

struct Operation {
  const Collective* spec = nullptr;
  OperationOutcome outcome;
  std::vector<Channel> channels;
  bool begun = false, ended = false;
  std::size_t undelivered = 0;
};

inline Channel make_channel(const Collective& spec, std::size_t number) {
  Channel channel;
  channel.steps = channel_steps(spec, number);
  for (const auto& step : channel.steps) {
    std::vector<int> open(spec.ranks.size(), 0);
    for (const Transfer& t : step) ++open[t.from], ++open[t.to];
    channel.open.push_back(open);
    channel.undelivered.push_back(static_cast<int>(step.size()));
  }
  channel.posted.assign(spec.ranks.size(), 0);
  return channel;
}

}  // namespace collsim::test::reference
