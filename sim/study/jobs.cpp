#include "study/jobs.h"

#include <algorithm>
#include <cassert>

#include <fmt/format.h>

#include "base/error.h"

namespace collsim {
namespace {

/// The collectives of one job and what they wait for among themselves.
Scenario scenario_of(const Scenario& scenario, std::size_t job) {
  Scenario only = scenario;
  only.background.clear();
  only.noise.clear();
  only.collectives.clear();
  constexpr auto elsewhere = static_cast<std::size_t>(-1);
  std::vector<std::size_t> place(scenario.collectives.size(), elsewhere);
  for (std::size_t i = 0; i < scenario.collectives.size(); ++i) {
    if (scenario.collectives[i].job != job) continue;
    place[i] = only.collectives.size();
    only.collectives.push_back(scenario.collectives[i]);
  }
  for (CollectiveSpec& spec : only.collectives) {
    std::vector<std::size_t> after;
    for (const std::size_t before : spec.after) {
      if (place[before] != elsewhere) after.push_back(place[before]);
    }
    spec.after = std::move(after);
  }
  return only;
}

JobResult job_result(const JobSpec& spec, const std::vector<const CollectiveResult*>& collectives) {
  JobResult job;
  job.id = spec.id;
  job.placement = spec.placement;
  job.chips = spec.chips.size();
  for (const CollectiveResult* c : collectives) {
    job.start = job.collectives.empty() ? c->start : std::min(job.start, c->start);
    job.end = std::max(job.end, c->end);
    job.collectives.push_back({c->id, c->time(), {}});
  }
  return job;
}

void tell_jobs(const Scenario& scenario, RunResult& run) {
  assert(run.collectives.size() == scenario.collectives.size());
  std::vector<std::vector<const CollectiveResult*>> of_job(scenario.jobs.size());
  for (std::size_t i = 0; i < run.collectives.size(); ++i) {
    const auto job = scenario.collectives[i].job;
    if (!job) continue;
    run.collectives[i].job = scenario.jobs[*job].id;
    of_job[*job].push_back(&run.collectives[i]);
  }
  for (std::size_t j = 0; j < scenario.jobs.size(); ++j) run.jobs.push_back(job_result(scenario.jobs[j], of_job[j]));
}

void set_alone(const JobSpec& spec, const RunResult& alone, JobResult& job) {
  std::vector<const CollectiveResult*> collectives;
  for (const CollectiveResult& c : alone.collectives) collectives.push_back(&c);
  const JobResult by_itself = job_result(spec, collectives);
  job.alone = by_itself.makespan();
  for (std::size_t i = 0; i < job.collectives.size(); ++i) job.collectives[i].alone = by_itself.collectives[i].time;
}

bool waits_for_others(const Scenario& scenario, std::size_t job) {
  const auto of_another = [&](std::size_t before) { return scenario.collectives[before].job != job; };
  return std::any_of(scenario.collectives.begin(), scenario.collectives.end(), [&](const CollectiveSpec& spec) {
    return spec.job == job && std::any_of(spec.after.begin(), spec.after.end(), of_another);
  });
}

/// False after an interruption.
bool run_alone(const Scenario& scenario, std::size_t j, const ReplayOptions& options, Result& result) try {
  const Scenario only = scenario_of(scenario, j);
  if (only.collectives.empty()) return true;
  if (waits_for_others(scenario, j)) {
    result.notes.push_back(
        fmt::format("job '{}' by itself waits for no collective of others: it runs earlier, among other events",
                    scenario.jobs[j].id));
  }
  const Result alone = replay(only, options);
  if (alone.interrupted) return false;
  if (alone.failure) throw SimulationError(*alone.failure);
  // Where another job's collective is swept, this one is the same in all runs.
  for (std::size_t run = 0; run < result.runs.size(); ++run)
    set_alone(scenario.jobs[j], alone.runs[alone.swept ? run : 0], result.runs[run].jobs[j]);
  return true;
} catch (const SimulationError& error) {
  throw SimulationError(fmt::format("job '{}' by itself: {}", scenario.jobs[j].id, error.what()));
}

}  // namespace

void compare_jobs(const Scenario& scenario, const ReplayOptions& options, Result& result) {
  if (scenario.jobs.empty() || result.interrupted || result.failure) return;
  for (RunResult& run : result.runs) tell_jobs(scenario, run);
  ReplayOptions unseen = options;
  unseen.observer = nullptr;
  for (std::size_t j = 0; j < scenario.jobs.size(); ++j) {
    if (!scenario.jobs[j].alone || run_alone(scenario, j, unseen, result)) continue;
    result.interrupted = true;
    return;
  }
}

}  // namespace collsim
