#include "result/job_writer.h"

#include <algorithm>
#include <array>

#include "result/text.h"

namespace collsim {
namespace {

std::string microseconds(Duration time) { return fixed(to_microseconds(time), 2); }

void add(const CollectiveResult& c, SplitSummary& summary) {
  if (summary.groups == 0 || c.time() > summary.worst) {
    summary.worst = c.time();
    summary.worst_id = c.id;
    summary.busbw_GBps = c.busbw_GBps();
  }
  summary.best = summary.groups == 0 ? c.time() : std::min(summary.best, c.time());
  summary.mean_us += to_microseconds(c.time());
  ++summary.groups;
}

using Row = std::array<std::string, 4>;

std::string job_line(const std::string& name, std::size_t width, const Row& fields) {
  std::string line = "#   " + left_aligned(name, width);
  for (const std::string& field : fields) line += right_aligned(field, 14);
  line.erase(line.find_last_not_of(' ') + 1);
  return line + '\n';
}

std::string alone_of(const std::optional<Duration>& alone) { return alone ? microseconds(*alone) : "-"; }

std::string slowdown_of(Duration time, const std::optional<Duration>& alone) {
  const auto factor = alone ? slowdown(time, *alone) : std::nullopt;
  return factor ? fixed(*factor, 3) : "-";
}

/// A job of a single collective has one line; others have one for each besides.
void write_job(const JobResult& job, std::size_t width, std::ostream& out) {
  out << job_line(job.id, width,
                  {std::to_string(job.chips) + ' ' + job.placement, microseconds(job.makespan()), alone_of(job.alone),
                   slowdown_of(job.makespan(), job.alone)});
  if (job.collectives.size() < 2) return;
  for (const JobResult::Part& part : job.collectives)
    out << job_line("  " + part.id, width,
                    {"", microseconds(part.time), alone_of(part.alone), slowdown_of(part.time, part.alone)});
}

}  // namespace

std::vector<SplitSummary> split_summaries(const RunResult& run) {
  std::vector<SplitSummary> summaries;
  for (const CollectiveResult& c : run.collectives) {
    if (c.split_of.empty()) continue;
    if (summaries.empty() || summaries.back().id != c.split_of) {
      summaries.emplace_back();
      summaries.back().id = c.split_of;
    }
    add(c, summaries.back());
  }
  for (SplitSummary& summary : summaries) summary.mean_us /= static_cast<double>(summary.groups);
  return summaries;
}

void write_splits(const RunResult& run, std::ostream& out) {
  for (const SplitSummary& s : split_summaries(run))
    out << "# " << s.id << " in " << s.groups << (s.groups == 1 ? " group" : " groups side by side") << ": slowest "
        << microseconds(s.worst) << " us (" << s.worst_id << ", busbw " << fixed(s.busbw_GBps, 2) << " GB/s), mean "
        << fixed(s.mean_us, 2) << " us, quickest " << microseconds(s.best) << " us\n";
}

void write_jobs(const RunResult& run, std::ostream& out) {
  if (run.jobs.empty()) return;
  std::size_t width = 2;
  for (const JobResult& job : run.jobs) {
    width = std::max(width, job.id.size());
    for (const JobResult::Part& part : job.collectives) width = std::max(width, part.id.size() + 2);
  }
  out << "# Jobs, among the others and by themselves:\n"
      << job_line("id", width, {"chips", "makespan (us)", "alone (us)", "slowdown"});
  for (const JobResult& job : run.jobs) write_job(job, width, out);
}

}  // namespace collsim
