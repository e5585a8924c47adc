#pragma once

#include <string>

#include "scenario/document.h"

namespace collsim {

/// A value as YAML in one line, in the flow style: what append_yaml reads back as the same value.
std::string yaml_text(Value value);

}  // namespace collsim
