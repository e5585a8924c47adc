#pragma once

#include <optional>

namespace collsim {

/// What is stated takes the place of what was there; what is not stated leaves it.
template <class Target, class T>
void assign(Target& target, const std::optional<T>& stated) {
  if (stated) target = *stated;
}

}  // namespace collsim
