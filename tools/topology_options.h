#pragma once

#include "common_options.h"

namespace collsim {

/// What options of `topology` were given, as typed.
struct TopologyTexts {
  std::vector<std::string> path, cut;
  std::optional<std::string> generators;
  std::string ties;
};

/// Makes the command `topology`, which fills in the other two. Requires: both outlive the app.
void add_topology_options(CLI::App& app, TopologyOptions& options, TopologyTexts& texts);

/// The command, if it is whole. Throws UsageError.
TopologyOptions checked(TopologyOptions options, const TopologyTexts& texts);

}  // namespace collsim
