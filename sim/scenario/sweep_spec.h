#pragma once

#include <string>
#include <vector>

#include "base/error.h"

namespace collsim {

/// One key of a scenario, by its path as --set takes it, and the YAML that is to stand there.
struct Setting {
  std::string path, value;
  Mark mark;
};

/// What is set together.
using SweepPoint = std::vector<Setting>;

/// What a file of `collsim sweep` states: a scenario, and what is varied in it.
struct SweepSpec {
  std::string file;           ///< as it was named
  std::string text;           ///< all of it
  std::string scenario_file;  ///< the file that holds the scenario: `file` where it stands there below `scenario:`
  std::string scenario_text;  ///< all of that file
  bool inlined = false;       ///< the scenario stands below `scenario:`
  /// Every combination of one point from each is run, the last varying fastest. An axis of one key has points of one
  /// setting, a `zip` points of several, `points` any.
  std::vector<std::vector<SweepPoint>> axes;
  int repeats = 1;  ///< seeds of each combination, from the scenario's own on
};

}  // namespace collsim
