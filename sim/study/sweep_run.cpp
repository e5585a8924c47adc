#include "study/sweep_run.h"

#include <algorithm>
#include <new>
#include <sstream>

#include "base/error.h"
#include "result/csv_writer.h"
#include "study/choose.h"
#include "workload/replay.h"

namespace collsim {
namespace {

/// Exit statuses of the command line.
enum class Ending : int { done = 0, check_failed = 1, bad_input = 2, unfinished = 3, file_failed = 4 };

/// What all records of one run begin with.
class Records {
 public:
  Records(const SweepPlan& plan, std::size_t run) : plan_(plan), run_(run), point_(plan.point_of(run)) {}

  void set_seed(std::uint64_t seed) { seed_ = std::to_string(seed); }

  /// Of a run without collectives only its end is known.
  void add(const RunResult& result) {
    for (const CollectiveResult& collective : result.collectives) add(result, collective);
    if (!result.collectives.empty()) return;
    CsvRecord record = begin(Ending::done, "");
    record << to_microseconds(result.makespan);
    fill(record);
    record.write(out_);
  }

  /// In the record of a failure only what comes before it is known.
  void add_failure(Ending ending, std::string reason) {
    for (std::size_t at = 0; (at = reason.find('\n', at)) != std::string::npos; at += 2) reason.replace(at, 1, "; ");
    CsvRecord record = begin(ending, reason);
    record << "";
    fill(record);
    record.write(out_);
    failed_ = true;
  }

  SweepRows take() { return {out_.str(), failed_}; }

 private:
  CsvRecord begin(Ending ending, const std::string& reason) const {
    CsvRecord record;
    record << run_;
    for (const std::string& path : plan_.varied()) record << value_of(path);
    record << plan_.repeat_of(run_) << seed_ << static_cast<int>(ending) << reason;
    return record;
  }

  static void fill(CsvRecord& record) {
    for (std::size_t column = 0; column < collective_columns().size(); ++column) record << "";
  }

  void add(const RunResult& result, const CollectiveResult& collective) {
    CsvRecord record = begin(Ending::done, "");
    record << to_microseconds(result.makespan);
    add_collective(record, collective);
    record.write(out_);
  }

  std::string value_of(const std::string& path) const {
    const auto setting = std::find_if(point_.begin(), point_.end(), [&](const Setting& s) { return s.path == path; });
    return setting == point_.end() ? "" : setting->value;
  }

  const SweepPlan& plan_;
  std::size_t run_;
  SweepPoint point_;
  std::string seed_;
  std::ostringstream out_;
  bool failed_ = false;
};

/// False where it was cut short.
bool simulate(const SweepPlan& plan, std::size_t run, bool check, const std::stop_token& stop, Records& records) {
  Scenario scenario = plan.scenario_of(run);
  records.set_seed(scenario.seed);
  scenario = with_choices(std::move(scenario), {stop, {}});
  ReplayOptions options;
  options.check = check;
  options.stop = stop;
  const Result result = replay(scenario, options);
  if (result.interrupted) return false;
  for (const RunResult& part : result.runs) records.add(part);
  if (result.failure) records.add_failure(Ending::unfinished, *result.failure);
  return true;
}

}  // namespace

std::string sweep_header(const SweepPlan& plan) {
  CsvRecord record;
  record << "run";
  for (const std::string& path : plan.varied()) record << path;
  record << "repeat"
         << "seed"
         << "status"
         << "reason"
         << "makespan_us";
  for (const char* column : collective_columns()) record << column;
  std::ostringstream out;
  record.write(out);
  return out.str();
}

std::optional<SweepRows> sweep_rows(const SweepPlan& plan, std::size_t run, bool check, const std::stop_token& stop) {
  Records records(plan, run);
  try {
    if (!simulate(plan, run, check, stop, records)) return {};
  } catch (const Interrupted&) {
    return {};
  } catch (const InputError& error) {
    records.add_failure(Ending::bad_input, error.what());
  } catch (const CheckError& error) {
    records.add_failure(Ending::check_failed, error.what());
  } catch (const FileError& error) {
    records.add_failure(Ending::file_failed, error.what());
  } catch (const std::bad_alloc&) {
    records.add_failure(Ending::unfinished, "out of memory");
  } catch (const std::exception& error) {
    records.add_failure(Ending::unfinished, error.what());
  }
  return records.take();
}

}  // namespace collsim
