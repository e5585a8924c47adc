#pragma once

#include <ostream>

#include "topology/description.h"

namespace collsim {

/// Writes a topology as YAML with one line a node and a link, in an order that builds the same graph.
/// Requires: a description that build_topology accepts.
void write_explicit(const TopologyDescription& description, std::ostream& out);

/// A YAML scalar that reads back as `text`: plain where that is safe, else in double quotes.
std::string yaml_scalar(const std::string& text);

}  // namespace collsim
