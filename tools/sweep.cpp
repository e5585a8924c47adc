#include "sweep.h"

#include <algorithm>
#include <chrono>
#include <functional>
#include <memory>

#include "base/error.h"
#include "cores.h"
#include "interrupt.h"
#include "log.h"
#include "progress_line.h"
#include "result/output_file.h"
#include "same_file.h"
#include "scenario/sweep_reader.h"
#include "study/sweep.h"
#include "version.h"

namespace collsim {
namespace {

bool to_file(const SweepCommand& command) { return command.csv && *command.csv != "-"; }

void refuse_overwriting(const SweepCommand& command, const SweepSpec& spec) {
  if (!to_file(command)) return;
  if (same_file(*command.csv, spec.file) || same_file(*command.csv, spec.scenario_file))
    throw UsageError("--csv " + *command.csv + " would overwrite the sweep or its scenario: name another file");
  // Now, not when all is done, should it show that the file cannot be written.
  const OutputFile tried(*command.csv);
}

SweepIdentity identity_of(const SweepPlan& plan, const SweepCommand& command) {
  const std::string build = std::string(build::version) + ' ' + build::revision + (command.check ? " checked" : "");
  return {plan.fingerprint(build), plan.runs()};
}

std::string journal_path(const SweepCommand& command) {
  const std::string path = *command.csv + ".part";
  if (!command.shard) return path;
  return path + '-' + std::to_string(command.shard->number) + "-of-" + std::to_string(command.shard->of);
}

std::unique_ptr<SweepJournal> journal_of(const SweepCommand& command, const SweepIdentity& identity) {
  if (!to_file(command)) return SweepJournal::temporary(identity);
  std::unique_ptr<SweepJournal> journal = SweepJournal::open(journal_path(command), identity);
  if (command.shard) journal->restrict_to(command.shard->number - 1, command.shard->of);
  return journal;
}

void write_rows(const SweepPlan& plan, const SweepCommand& command, const std::vector<const SweepJournal*>& journals) {
  OutputFile out(command.csv.value_or("-"));
  write_sweep(plan, journals, out.stream());
  out.finish();
  out.commit();
}

void tell_failures(std::size_t failed, std::size_t of) {
  if (failed > 0)
    log_note(std::to_string(failed) + " of " + std::to_string(of) + " runs failed: see the columns status and reason");
}

int tell_interrupted(const SweepCommand& command, const SweepJournal& journal) {
  log_note("interrupted: " + std::to_string(journal.done()) + " of " + std::to_string(journal.wanted()) +
           " runs are done" + (to_file(command) ? "; the same command goes on from there" : ""));
  return kInterruptedStatus;
}

/// With --verbose, where no line can be kept up to date.
std::function<void(std::size_t, std::size_t)> told_now_and_then() {
  using Clock = std::chrono::steady_clock;
  return [next = Clock::now()](std::size_t done, std::size_t of) mutable {
    if (Clock::now() < next) return;
    log_detail(std::to_string(done) + " of " + std::to_string(of) + " runs are done");
    next = Clock::now() + std::chrono::seconds(10);
  };
}

void work(const SweepPlan& plan, const SweepCommand& command, SweepJournal& journal, const Interrupt& interrupt) {
  std::optional<ProgressLine> line;
  SweepOptions options;
  options.threads = command.threads.value_or(usable_cores());
  options.check = command.check;
  options.stop = interrupt.token();
  if (command.verbosity != Verbosity::quiet && on_terminal()) {
    line.emplace(stderr);
    options.progress = [&line](std::size_t done, std::size_t of) { line->counted(done, of); };
  } else {
    options.progress = told_now_and_then();
  }
  run_sweep(plan, journal, options);
}

int run_all(const SweepPlan& plan, const SweepCommand& command) {
  const Interrupt interrupt;
  const auto journal = journal_of(command, identity_of(plan, command));
  work(plan, command, *journal, interrupt);
  if (!to_file(command)) write_rows(plan, command, {journal.get()});
  if (!journal->complete()) return tell_interrupted(command, *journal);
  const auto tell = [&] { tell_failures(journal->failed(), journal->wanted()); };
  if (!to_file(command) || command.shard) return tell(), 0;
  // Of several processes one.
  journal->replace_by([&] {
    write_rows(plan, command, {journal.get()});
    tell();
  });
  return 0;
}

/// `3, 7, 11 and 40 more`.
std::string listed_runs(const std::vector<std::size_t>& runs) {
  constexpr std::size_t shown = 3;
  std::string text;
  for (std::size_t i = 0; i < std::min(shown, runs.size()); ++i)
    text += (text.empty() ? "" : ", ") + std::to_string(runs[i]);
  return runs.size() <= shown ? text : text + " and " + std::to_string(runs.size() - shown) + " more";
}

int merge(const SweepPlan& plan, const SweepCommand& command) {
  std::vector<std::unique_ptr<SweepJournal>> parts;
  std::vector<const SweepJournal*> journals;
  for (const std::string& path : command.merge) {
    parts.push_back(SweepJournal::open_existing(path, identity_of(plan, command)));
    journals.push_back(parts.back().get());
  }
  std::vector<std::size_t> missing;
  for (std::size_t run = 0; run < plan.runs(); ++run) {
    const auto has_done = [run](const SweepJournal* journal) { return journal->is_done(run); };
    if (std::none_of(journals.begin(), journals.end(), has_done)) missing.push_back(run);
  }
  if (!missing.empty())
    throw SimulationError("--merge: the parts lack " + std::to_string(missing.size()) + " of " +
                          std::to_string(plan.runs()) + " runs (" + listed_runs(missing) +
                          "): name the parts of all shards, and let those end first");
  write_rows(plan, command, journals);
  return 0;
}

}  // namespace

int sweep(const SweepCommand& command) {
  install_log(command.verbosity);
  const SweepPlan plan(read_sweep(command.file));
  refuse_overwriting(command, plan.spec());
  return command.merge.empty() ? run_all(plan, command) : merge(plan, command);
}

}  // namespace collsim
