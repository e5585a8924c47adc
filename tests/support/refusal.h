#pragma once

#include <string>
#include <vector>

#include "base/error.h"
#include "support/simulate.h"

namespace collsim::test {

/// What is wrong with a scenario, in order of position; empty where it runs.
inline std::vector<Diagnostic> mistakes(const std::string& yaml) {
  try {
    simulate(yaml);
    return {};
  } catch (const InputError& error) {
    return error.diagnostics();
  }
}

}  // namespace collsim::test
