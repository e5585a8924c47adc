#pragma once

#include <stop_token>

#include "result/explanation.h"
#include "result/observer.h"
#include "scenario/scenario.h"

namespace collsim {

struct ExplainOptions {
  std::size_t top = 10;          ///< links whose users are told
  std::size_t table_size = 16;   ///< most rows of the traffic matrix
  bool sensitivity = true;       ///< also run it with other links
  int threads = 1;               ///< for that
  Observer* observer = nullptr;  ///< of the runs on the way, may be null
  std::stop_token stop;
  /// Beyond so many messages they are not followed one by one.
  std::int64_t most_messages = 10'000'000;
};

/// Runs a scenario and explains where its time goes: of a sweep at its last size. Two more runs follow the messages one
/// by one: the first remembers four bytes a message, what released it; the second keeps those of the critical paths.
/// Requires: what is left to `auto` has been chosen. Throws as replay() does, and Interrupted where `stop` asked to
/// end.
Explanation explain(const Scenario& scenario, const ExplainOptions& options = {});

}  // namespace collsim
