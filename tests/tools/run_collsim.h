#pragma once

#include <string>
#include <vector>

namespace collsim::test {

struct Outcome {
  int status = 0;  ///< the exit status; 128 + signal where a signal ended it
  std::string out, err;
};

/// Runs the built program with these arguments and waits for its end.
Outcome collsim(const std::vector<std::string>& arguments);

/// The same program while it runs, its outputs going to files.
class RunningCollsim {
 public:
  explicit RunningCollsim(const std::vector<std::string>& arguments, const std::string& out, const std::string& err);
  RunningCollsim(const RunningCollsim&) = delete;
  RunningCollsim& operator=(const RunningCollsim&) = delete;
  /// Kills it if it still runs.
  ~RunningCollsim();

  void send(int signal) const;
  /// Waits for its end and returns its status as in Outcome. Throws std::runtime_error after a minute.
  int wait();

 private:
  int pid_;
  bool ended_ = false;
};

}  // namespace collsim::test
