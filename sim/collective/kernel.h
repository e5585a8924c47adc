#pragma once

#include <array>
#include <cstdint>
#include <string_view>

namespace collsim {

/// Families of what runs on the chips, as NCCL's device code has them: each with its own loop, and so with costs and
/// a share of the wire of its own. `in_network` is what switches merge or replicate.
enum class Kernel : std::uint8_t { ring, tree, point_to_point, in_network };

inline constexpr std::array all_kernels{Kernel::ring, Kernel::tree, Kernel::point_to_point, Kernel::in_network};

std::string_view to_string(Kernel kernel);

/// Of the messages of an algorithm that no switch merges or replicates.
Kernel kernel_of(std::string_view algorithm);

}  // namespace collsim
