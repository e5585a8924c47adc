#include "study/repeats.h"

#include <algorithm>
#include <numeric>

#include <fmt/format.h>

#include "base/error.h"
#include "workload/replay.h"

namespace collsim {
namespace {

/// By run and collective, then by seed.
using Times = std::vector<std::vector<Duration>>;

std::vector<const CollectiveResult*> all_collectives(const Result& result) {
  std::vector<const CollectiveResult*> all;
  for (const RunResult& run : result.runs) {
    for (const CollectiveResult& collective : run.collectives) all.push_back(&collective);
  }
  return all;
}

void add(const Result& result, Times& times) {
  const auto all = all_collectives(result);
  times.resize(all.size());
  for (std::size_t i = 0; i < all.size(); ++i) times[i].push_back(all[i]->time());
}

/// The least value that so many per cent of all do not exceed (nearest rank).
Duration percentile(const std::vector<Duration>& sorted, std::size_t per_cent) {
  return sorted[(sorted.size() * per_cent + 99) / 100 - 1];
}

SeedSpread spread_of(const CollectiveResult& collective, const std::vector<Duration>& by_seed, std::uint64_t seed) {
  std::vector<Duration> sorted = by_seed;
  std::sort(sorted.begin(), sorted.end());
  SeedSpread spread;
  spread.id = collective.id;
  spread.size = collective.size;
  const auto add = [](double sum, Duration time) { return sum + to_microseconds(time); };
  spread.mean_us = std::accumulate(sorted.begin(), sorted.end(), 0.0, add) / static_cast<double>(sorted.size());
  spread.best = sorted.front();
  spread.p50 = percentile(sorted, 50);
  spread.p99 = percentile(sorted, 99);
  spread.worst = sorted.back();
  const auto worst = std::max_element(by_seed.begin(), by_seed.end());
  spread.worst_seed = seed + static_cast<std::uint64_t>(worst - by_seed.begin());
  return spread;
}

/// False where no more seeds are to be run.
bool run_with(std::uint64_t seed, const RepeatOptions& options, Result& result, Times& times) try {
  ReplayOptions replay_options;
  replay_options.check = result.checked;
  replay_options.stop = options.stop;
  const Result again = replay(options.with_seed(seed), replay_options);
  if (again.failure) throw SimulationError(*again.failure);
  if (again.interrupted) {
    result.interrupted = true;
    return false;
  }
  add(again, times);
  return true;
} catch (const SimulationError& error) {
  result.failure = fmt::format("with seed {}: {}", seed, error.what());
  return false;
}

}  // namespace

void repeat(const Scenario& scenario, const RepeatOptions& options, Result& result) {
  if (result.interrupted || result.failure) return;
  Times times;
  add(result, times);
  int done = 1;
  for (; done < scenario.repeats; ++done) {
    if (options.progress) options.progress(done, scenario.repeats);
    if (!run_with(scenario.seed + static_cast<std::uint64_t>(done), options, result, times)) break;
  }
  Repeats& repeats = result.repeats.emplace();
  repeats.count = done;
  const auto all = all_collectives(result);
  for (std::size_t i = 0; i < all.size(); ++i)
    repeats.collectives.push_back(spread_of(*all[i], times[i], scenario.seed));
}

}  // namespace collsim
