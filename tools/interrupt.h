#pragma once

#include <csignal>
#include <stop_token>
#include <thread>

namespace collsim {

/// Exit status of what a SIGINT cut short.
inline constexpr int kInterruptedStatus = 130;

/// While it lives, the first SIGINT asks for a stop and the second ends the process as if nobody had cared for it.
/// Requires: made while the process has one thread, so that no other takes the signal.
class Interrupt {
 public:
  Interrupt();
  Interrupt(const Interrupt&) = delete;
  Interrupt& operator=(const Interrupt&) = delete;
  ~Interrupt();

  std::stop_token token() const { return stop_.get_token(); }

 private:
  sigset_t before_;  ///< signals that were blocked before
  std::stop_source stop_;
  std::jthread watcher_;
};

}  // namespace collsim
