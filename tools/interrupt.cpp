#include "interrupt.h"

#include <cstdlib>

#include <pthread.h>

namespace collsim {
namespace {

sigset_t only_sigint() {
  sigset_t set;
  sigemptyset(&set);
  sigaddset(&set, SIGINT);
  return set;
}

[[noreturn]] void die_of_sigint() {
  const sigset_t set = only_sigint();
  std::signal(SIGINT, SIG_DFL);
  pthread_sigmask(SIG_UNBLOCK, &set, nullptr);
  std::raise(SIGINT);
  std::abort();
}

/// Waiting for the signal in a thread, with the signal blocked everywhere, needs no handler and hence no global.
void watch(const std::stop_token& over, std::stop_source stop) {
  const sigset_t set = only_sigint();
  int received = 0;
  while (sigwait(&set, &received) == 0 && !over.stop_requested())
    if (!stop.request_stop()) die_of_sigint();
}

}  // namespace

Interrupt::Interrupt() {
  const sigset_t set = only_sigint();
  pthread_sigmask(SIG_BLOCK, &set, &before_);
  watcher_ = std::jthread(watch, stop_);
}

Interrupt::~Interrupt() {
  watcher_.request_stop();
  pthread_kill(watcher_.native_handle(), SIGINT);
  watcher_.join();
  pthread_sigmask(SIG_SETMASK, &before_, nullptr);
}

}  // namespace collsim
