#pragma once

#include <string>
#include <string_view>

#include "scenario/sweep_spec.h"

namespace collsim {

/// Reads the file of a sweep and the scenario it names, whose own content is not looked at yet.
/// Throws InputError with every mistake found, FileError where a file cannot be read.
SweepSpec read_sweep(const std::string& path);

/// The same from text; `file` is the name that errors show, and the folder that the scenario is looked up in.
SweepSpec parse_sweep(std::string_view yaml, const std::string& file);

}  // namespace collsim
