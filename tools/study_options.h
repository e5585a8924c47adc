#pragma once

#include <optional>
#include <string>
#include <vector>

#include "base/units.h"

namespace collsim {

struct ValidateOptions {
  std::vector<std::string> files;       ///< a plan; or logs, with a scenario or for a diagnosis
  std::optional<std::string> scenario;  ///< what is to predict the logs
  std::vector<std::string> set;         ///< overrides of it
  std::optional<std::string> dtype;     ///< of logs that hold several
  bool diagnose = false;                ///< say what the curves of the logs show, and simulate nothing
  std::optional<std::string> json, csv;
  bool quiet = false;
};

struct CalibrateOptions {
  std::vector<std::string> logs;
  std::string topology;
  std::optional<std::string> algorithm;  ///< else the operation's default
  std::optional<std::string> ranks;      ///< which chips; else all
  std::optional<std::string> dtype;
  std::optional<std::string> output;  ///< else standard output
  std::optional<std::string> chunk;   ///< read a cost a chunk off the plateau
  bool effective = false;             ///< bandwidths by operation and parallel group, instead of a model
};

}  // namespace collsim
