#pragma once

#include "topology/generate/draft.h"
#include "topology/generate/parameters.h"

namespace collsim {

/// A kind of network that a file can ask for in a few lines. One object serves one description.
class Generator {
 public:
  virtual ~Generator() = default;

  /// Tells its parameters, and takes their values.
  virtual void describe(Parameters& parameters) = 0;
  /// Draws the network. Requires: every required parameter is set and all are in their ranges.
  /// Throws ParameterError where they do not go together, std::length_error where the network would be too large.
  virtual void draw(Draft& draft) const = 0;
};

}  // namespace collsim
