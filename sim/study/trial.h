#pragma once

#include <cstdint>
#include <functional>
#include <stop_token>
#include <string>
#include <vector>

#include "collective/chosen.h"
#include "collective/group_facts.h"
#include "scenario/scenario.h"

namespace collsim {

struct TrialOptions {
  std::stop_token stop;
  /// Beyond so many a candidate is not simulated: it would take seconds, each size.
  std::int64_t most_messages = 5'000'000;
  /// The same of messages that one rank sends or receives at once: rates of so many on one link take as long.
  int most_at_once = 10'000;
  std::function<void(const Candidate& candidate, std::size_t done, std::size_t of)> progress;  ///< may be empty
};

/// Simulates a collective alone, from time 0 on the scenario's topology and model without background, events and late
/// ranks, by each algorithm that fits the group and each protocol that can pay, and returns them by time. A candidate
/// without a time says why: too many messages, or what stopped it. Ends early where `stop` asks to.
std::vector<Candidate> simulate_candidates(const Scenario& scenario, const CollectiveSpec& spec, Bytes size,
                                           const GroupFacts& facts, const TrialOptions& options);

}  // namespace collsim
