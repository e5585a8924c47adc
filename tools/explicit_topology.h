#pragma once

#include <ostream>

#include "scenario/reader.h"

namespace collsim {

/// Writes a topology as YAML with one line a node and a link, in an order that builds the same graph, and what its
/// `model:` changes of the defaults.
/// Requires: a description that build_topology accepts.
void write_explicit(const TopologyFile& file, std::ostream& out);

/// A YAML scalar that reads back as `text`: plain where that is safe, else in double quotes.
std::string yaml_scalar(const std::string& text);

}  // namespace collsim
