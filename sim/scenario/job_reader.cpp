#include "scenario/job_reader.h"

#include <algorithm>
#include <map>
#include <stdexcept>
#include <unordered_map>

#include "base/id_range.h"
#include "scenario/placement_reader.h"

namespace collsim {
namespace {

constexpr std::array job_keys{KnownWord{"id"},    KnownWord{"placement"}, KnownWord{"priority"}, KnownWord{"weight"},
                              KnownWord{"alone"}, KnownWord{"shared"},    KnownWord{"chain"}};

JobSpec read_job(Value mapping, bool all_alone, PlacementReader& placements, Diagnostics& diagnostics) {
  const Fields fields(mapping, "a job", job_keys, diagnostics);
  JobSpec job;
  job.mark = mapping.mark();
  fields.require("id", "a");
  job.id = fields.text("id").value_or("");
  job.weight = fields.positive_between("weight", least_weight, most_weight).value_or(1);
  job.priority = fields.whole_between("priority", 0, most_priority).value_or(0);
  job.alone = fields.flag("alone").value_or(all_alone);
  job.chain = fields.flag("chain").value_or(false);
  const bool shared = fields.flag("shared").value_or(false);
  const auto placement = fields.require("placement", "{policy: contiguous, count: 8}");
  if (placement) placements.place(*placement, shared, job);
  return job;
}

void refuse_repeated_ids(const std::vector<JobSpec>& jobs, Diagnostics& diagnostics) {
  std::map<std::string, Mark> first;
  for (const JobSpec& job : jobs) {
    if (job.id.empty() || first.emplace(job.id, job.mark).second) continue;
    diagnostics.add(job.mark, "id: " + quote(job.id) + " is the id of the job on line " +
                                  std::to_string(first.at(job.id).line) + " already: every job needs its own");
  }
}

std::optional<std::size_t> find_job(Value name, const std::vector<JobSpec>& jobs, Diagnostics& diagnostics) {
  const auto id = to_text(name, "job", diagnostics);
  if (!id) return {};
  std::vector<std::string_view> ids;
  for (const JobSpec& job : jobs) ids.push_back(job.id);
  const auto found = std::find(ids.begin(), ids.end(), *id);
  if (found != ids.end()) return static_cast<std::size_t>(found - ids.begin());
  complain(diagnostics, name, "job",
           jobs.empty() ? "there are no jobs: write jobs: [{id: " + *id + ", placement: ...}]"
                        : "no job has the id " + quote(*id) + suggestion(*id, ids));
  return {};
}

/// The chips of a job by index and by name.
class Seats {
 public:
  explicit Seats(const JobSpec& job) : job_(job) {
    for (const std::string& chip : job.chips) names_.emplace(chip, names_.size());
  }

  void expand(const Reference& ranks, std::vector<Reference>& out, Diagnostics& diagnostics) const {
    try {
      for (const std::string& name : expand_ids(ranks.text)) out.push_back({chip(name), ranks.mark});
    } catch (const std::invalid_argument& e) {
      diagnostics.add(ranks.mark, std::string("ranks: ") + e.what());
    }
  }

 private:
  const std::string& chip(const std::string& name) const {
    if (names_.count(name) > 0) return names_.find(name)->first;
    const bool number = name.find_first_not_of("0123456789") == std::string::npos && name.size() < 9;
    const std::size_t index = number ? std::stoul(name) : job_.chips.size();
    if (index < job_.chips.size()) return job_.chips[index];
    throw std::invalid_argument(quote(name) + " is no chip of job " + quote(job_.id) + ", which has " +
                                std::to_string(job_.chips.size()) +
                                ": write their ids, or their places from 0, as in " + "\"[0-3]\"");
  }

  const JobSpec& job_;
  std::unordered_map<std::string, std::size_t> names_;
};

void seat(CollectiveSpec& spec, const JobSpec& job, Diagnostics& diagnostics) {
  if (job.chips.empty()) return;  // why has been told
  std::vector<Reference> ranks;
  if (spec.ranks.empty()) {
    for (const std::string& chip : job.chips) ranks.push_back({chip, spec.mark});
  } else {
    const Seats seats(job);
    for (const Reference& reference : spec.ranks) seats.expand(reference, ranks, diagnostics);
  }
  spec.ranks = std::move(ranks);
}

}  // namespace

std::vector<JobSpec> read_jobs(const Fields& scenario, const JobContext& context) {
  PlacementReader placements(context, scenario.diagnostics());
  const bool all_alone = scenario.flag("alone").value_or(false);
  std::vector<JobSpec> jobs;
  for (const Value& item : scenario.list("jobs"))
    jobs.push_back(read_job(item, all_alone, placements, scenario.diagnostics()));
  refuse_repeated_ids(jobs, scenario.diagnostics());
  if (all_alone && jobs.empty()) scenario.complain("alone", "compares jobs with themselves alone, and there are none");
  return jobs;
}

void join_job(CollectiveEntry& entry, const std::vector<JobSpec>& jobs, Diagnostics& diagnostics) {
  if (!entry.job) return;
  CollectiveSpec& spec = entry.spec;
  spec.job = find_job(*entry.job, jobs, diagnostics);
  if (!spec.job) return;
  const JobSpec& job = jobs[*spec.job];
  if (!entry.states_weight) spec.weight = job.weight;
  if (!entry.states_priority) spec.priority = job.priority;
  seat(spec, job, diagnostics);
}

void chain_collectives(std::vector<CollectiveEntry>& entries, const std::vector<JobSpec>& jobs) {
  std::vector<std::optional<std::size_t>> last(jobs.size());
  for (std::size_t i = 0; i < entries.size(); ++i) {
    const auto job = entries[i].spec.job;
    if (!job || !jobs[*job].chain) continue;
    entries[i].chained_to = last[*job];
    last[*job] = i;
  }
}

}  // namespace collsim
