#include "tools/run_collsim.h"

#include <chrono>
#include <stdexcept>
#include <thread>

#include <fcntl.h>
#include <signal.h>
#include <spawn.h>
#include <sys/wait.h>
#include <unistd.h>

#include "support/scratch_folder.h"

namespace collsim::test {
namespace {

std::vector<char*> to_argv(std::vector<std::string>& words) {
  std::vector<char*> argv;
  for (std::string& word : words) argv.push_back(word.data());
  argv.push_back(nullptr);
  return argv;
}

int start(std::vector<std::string> words, const std::string& out, const std::string& err) {
  posix_spawn_file_actions_t files;
  posix_spawn_file_actions_init(&files);
  posix_spawn_file_actions_addopen(&files, STDIN_FILENO, "/dev/null", O_RDONLY, 0);
  posix_spawn_file_actions_addopen(&files, STDOUT_FILENO, out.c_str(), O_WRONLY | O_CREAT, 0666);
  posix_spawn_file_actions_addopen(&files, STDERR_FILENO, err.c_str(), O_WRONLY | O_CREAT, 0666);
  // Who starts the tests in the background may have had SIGINT ignored, which would be handed on.
  sigset_t to_default;
  sigemptyset(&to_default);
  for (const int signal : {SIGINT, SIGTERM, SIGPIPE}) sigaddset(&to_default, signal);
  posix_spawnattr_t attributes;
  posix_spawnattr_init(&attributes);
  posix_spawnattr_setsigdefault(&attributes, &to_default);
  posix_spawnattr_setflags(&attributes, POSIX_SPAWN_SETSIGDEF);
  pid_t pid = 0;
  const int failed = posix_spawn(&pid, COLLSIM_BINARY, &files, &attributes, to_argv(words).data(), environ);
  posix_spawnattr_destroy(&attributes);
  posix_spawn_file_actions_destroy(&files);
  if (failed != 0) throw std::runtime_error("cannot start " COLLSIM_BINARY);
  return pid;
}

std::vector<std::string> with_name(std::vector<std::string> arguments) {
  arguments.insert(arguments.begin(), "collsim");
  return arguments;
}

}  // namespace

RunningCollsim::RunningCollsim(const std::vector<std::string>& arguments, const std::string& out,
                               const std::string& err)
    : pid_(start(with_name(arguments), out, err)) {}

RunningCollsim::~RunningCollsim() {
  if (ended_) return;
  ::kill(pid_, SIGKILL);
  ::waitpid(pid_, nullptr, 0);
}

void RunningCollsim::send(int signal) const { ::kill(pid_, signal); }

int RunningCollsim::wait() {
  constexpr auto pause = std::chrono::milliseconds(2);
  int status = 0;
  for (auto patience = std::chrono::milliseconds(60'000); ::waitpid(pid_, &status, WNOHANG) != pid_;
       patience -= pause) {
    if (patience <= pause) throw std::runtime_error("collsim does not end");
    std::this_thread::sleep_for(pause);
  }
  ended_ = true;
  return WIFEXITED(status) ? WEXITSTATUS(status) : 128 + WTERMSIG(status);
}

Outcome collsim(const std::vector<std::string>& arguments) {
  const ScratchFolder folder;
  Outcome outcome;
  outcome.status = RunningCollsim(arguments, folder.file("out"), folder.file("err")).wait();
  outcome.out = read_file(folder.file("out"));
  outcome.err = read_file(folder.file("err"));
  return outcome;
}

}  // namespace collsim::test
