#pragma once

#include <cstdint>

namespace collsim {

/// Which of several equally short, wide and quick routes a pair takes. file_order: the first link in file order at
/// every node. destination: at a node with k equal choices the one numbered (destination's index among the chips) mod
/// k, in file order: the d-mod-k rule of fat trees, which spreads the destinations over equal switches.
enum class Ties : std::uint8_t { file_order, destination };

}  // namespace collsim
