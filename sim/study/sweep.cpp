#include "study/sweep.h"

#include <algorithm>
#include <atomic>
#include <chrono>
#include <condition_variable>
#include <exception>
#include <mutex>
#include <thread>

#include "study/sweep_run.h"

namespace collsim {
namespace {

using namespace std::chrono_literals;

class Workers {
 public:
  Workers(const SweepPlan& plan, SweepJournal& journal, const SweepOptions& options)
      : plan_(plan), journal_(journal), options_(options) {}

  void run() {
    const int count = std::max(1, options_.threads);
    working_ = count;
    std::vector<std::jthread> threads;
    for (int i = 0; i < count; ++i) threads.emplace_back([this] { work(); });
    watch();
    for (std::jthread& thread : threads) thread.join();
    if (failure_) std::rethrow_exception(failure_);
  }

 private:
  void work() {
    try {
      while (!over() && do_one()) {
      }
    } catch (...) {
      const std::lock_guard hold(mutex_);
      if (!failure_) failure_ = std::current_exception();
      given_up_ = true;
    }
    const std::lock_guard hold(mutex_);
    --working_;
    changed_.notify_all();
  }

  bool over() const { return options_.stop.stop_requested() || given_up_; }

  /// False where all is done.
  bool do_one() {
    const auto run = journal_.claim();
    if (!run) return wait_for_others();
    const auto rows = sweep_rows(plan_, *run, options_.check, options_.stop);
    if (rows) {
      journal_.finish(*run, rows->records, rows->failed);
    } else {
      journal_.release(*run);
    }
    return true;
  }

  /// What they have in hand comes back if they are killed.
  bool wait_for_others() {
    if (journal_.complete()) return false;
    std::unique_lock hold(mutex_);
    changed_.wait_for(hold, 20ms);
    return true;
  }

  void watch() {
    std::unique_lock hold(mutex_);
    while (!changed_.wait_for(hold, 250ms, [this] { return working_ == 0; })) {
      if (!options_.progress) continue;
      hold.unlock();
      options_.progress(journal_.done(), journal_.wanted());
      hold.lock();
    }
  }

  const SweepPlan& plan_;
  SweepJournal& journal_;
  const SweepOptions& options_;
  std::mutex mutex_;
  std::condition_variable changed_;
  std::atomic<bool> given_up_ = false;
  int working_ = 0;
  std::exception_ptr failure_;
};

}  // namespace

void run_sweep(const SweepPlan& plan, SweepJournal& journal, const SweepOptions& options) {
  Workers(plan, journal, options).run();
}

void write_sweep(const SweepPlan& plan, const std::vector<const SweepJournal*>& journals, std::ostream& out) {
  out << sweep_header(plan);
  for (std::size_t run = 0; run < plan.runs(); ++run) {
    const auto done = std::find_if(journals.begin(), journals.end(),
                                   [&](const SweepJournal* journal) { return journal->is_done(run); });
    if (done != journals.end()) out << (*done)->records(run);
  }
}

}  // namespace collsim
