#pragma once

#include <string>
#include <vector>

#include "scenario/reader.h"

namespace collsim::test {

/// A small table of algorithms in the manner of the real one, one name of it reserved.
const std::vector<KnownAlgorithm>& some_algorithms();

/// Reads a scenario named s.yaml.
Scenario read(const std::string& yaml, const Overrides& overrides = {});
/// The same below a topology of eight chips c0 … c7 at one switch `sw`, which takes the first line.
Scenario read_on_star(const std::string& yaml, const Overrides& overrides = {});

/// The lines of the InputError that reading ends with, or `accepted`.
std::string errors(const std::string& yaml, const Overrides& overrides = {});
std::string errors_on_star(const std::string& yaml, const Overrides& overrides = {});

}  // namespace collsim::test
