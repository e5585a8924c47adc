#include "study/trial.h"

#include <algorithm>

#include <fmt/format.h>

#include "base/error.h"
#include "collective/fitting.h"
#include "collective/problem.h"
#include "workload/replay.h"

namespace collsim {
namespace {

/// No message of `a` is quicker than of `b`, at any size.
bool never_pays_beside(const Model& model, Protocol a, Protocol b) {
  return model.alpha_start_of(a).total() >= model.alpha_start_of(b).total() &&
         model.utilization_of(a) <= model.utilization_of(b);
}

/// The protocols of which none is beaten at all sizes by another; of equal ones the first.
std::vector<Protocol> protocols_that_can_pay(const Model& model) {
  std::vector<Protocol> found;
  for (const Protocol p : all_protocols) {
    const bool beaten = std::any_of(all_protocols.begin(), all_protocols.end(), [&](Protocol other) {
      return other != p && never_pays_beside(model, p, other) && (other < p || !never_pays_beside(model, other, p));
    });
    if (!beaten) found.push_back(p);
  }
  return found;
}

/// Messages of a program: of one cell a phase, times its cells. Stops counting beyond `most`.
std::int64_t messages(const Program& program, int ranks, std::int64_t most) {
  const Shape& shape = program.shape();
  std::int64_t all = 0;
  std::vector<Transfer> sent;
  for (std::size_t phase = 0; phase < shape.steps.size(); ++phase) {
    if (shape.steps[phase] == 0) continue;
    const auto cells = static_cast<std::int64_t>(shape.steps[phase]) * shape.channels * shape.chunks;
    std::int64_t in_cell = 0;
    for (Rank rank = 0; rank < ranks && all + in_cell * cells <= most; ++rank) {
      sent.clear();
      program.sends({0, static_cast<int>(phase), 0, 0}, rank, sent);
      in_cell += static_cast<std::int64_t>(sent.size());
    }
    all += in_cell * cells;
    if (all > most) break;
  }
  return all;
}

/// Of the first step of any phase.
bool crowds_a_rank(const Program& program, int ranks, int most) {
  const Shape& shape = program.shape();
  std::vector<Transfer> sent;
  for (int phase = 0; phase < static_cast<int>(shape.steps.size()); ++phase) {
    if (shape.steps[static_cast<std::size_t>(phase)] == 0) continue;
    for (Rank rank = 0; rank < ranks; ++rank) {
      sent.clear();
      if (program.receives({0, phase, 0, 0}, rank) > most) return true;
      program.sends({0, phase, 0, 0}, rank, sent);
      if (static_cast<std::int64_t>(sent.size()) > most) return true;
    }
  }
  return false;
}

/// Why a candidate would take too long to simulate; empty where it would not.
std::string too_large(const Algorithm& algorithm, const CollectiveSpec& spec, Bytes size, const GroupFacts& facts,
                      const TrialOptions& options) {
  Problem problem;
  problem.op = spec.op;
  problem.ranks = facts.ranks;
  problem.size = size;
  problem.element = spec.element;
  problem.channels = spec.channels;
  problem.chunks = spec.chunks;
  problem.root = spec.root;
  problem.matrix = spec.matrix ? &*spec.matrix : nullptr;
  if (algorithm.tiers == Algorithm::Tiers::of_topology) problem.hierarchy = facts.tiers;
  if (algorithm.tiers == Algorithm::Tiers::nodes) problem.hierarchy = facts.nodes;
  const auto program = make_program(algorithm, problem);
  if (messages(*program, facts.ranks, options.most_messages) > options.most_messages)
    return fmt::format("not simulated: more than {} messages", options.most_messages);
  if (crowds_a_rank(*program, facts.ranks, options.most_at_once))
    return fmt::format("not simulated: one rank has more than {} messages at once", options.most_at_once);
  return {};
}

/// The collective alone, by the candidate.
Scenario trial_of(const Scenario& scenario, const CollectiveSpec& spec, Bytes size, const Candidate& candidate) {
  Scenario trial;
  trial.name = scenario.name;
  trial.file = scenario.file;
  trial.topology = scenario.topology;
  trial.model = scenario.model;
  trial.seed = scenario.seed;
  trial.routes = scenario.routes;
  CollectiveSpec alone = spec;
  alone.automatic.reset();
  alone.chosen.clear();
  alone.algorithm = candidate.algorithm;
  alone.protocol = candidate.protocol;
  alone.sizes = {size};
  alone.swept = false;
  alone.start = {};
  alone.after.clear();
  trial.collectives = {std::move(alone)};
  return trial;
}

/// Fills in the time, or why there is none.
void try_out(const Scenario& scenario, const CollectiveSpec& spec, Bytes size, const std::stop_token& stop,
             Candidate& candidate) try {
  ReplayOptions options;
  options.stop = stop;
  const Result result = replay(trial_of(scenario, spec, size, candidate), options);
  if (!result.interrupted) candidate.us = to_microseconds(result.runs.front().collectives.front().time());
} catch (const InputError& error) {
  candidate.note = error.diagnostics().front().message;
} catch (const SimulationError& error) {
  candidate.note = error.what();
}

}  // namespace

std::vector<Candidate> simulate_candidates(const Scenario& scenario, const CollectiveSpec& spec, Bytes size,
                                           const GroupFacts& facts, const TrialOptions& options) {
  std::vector<Candidate> candidates;
  for (const Algorithm* algorithm : fitting_algorithms(spec.op, facts)) {
    const std::string why_not = too_large(*algorithm, spec, size, facts, options);
    for (const Protocol protocol : protocols_that_can_pay(scenario.model.of(kernel_of(algorithm->name), size)))
      candidates.push_back({std::string(algorithm->name), protocol, {}, why_not});
  }
  for (std::size_t i = 0; i < candidates.size() && !options.stop.stop_requested(); ++i) {
    if (!candidates[i].note.empty()) continue;
    if (options.progress) options.progress(candidates[i], i, candidates.size());
    try_out(scenario, spec, size, options.stop, candidates[i]);
  }
  sort_by_time(candidates);
  return candidates;
}

}  // namespace collsim
