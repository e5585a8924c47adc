#include "collective/kernel.h"

#include <algorithm>

namespace collsim {
namespace {

constexpr std::array<std::string_view, 4> rings{"ring", "chain", "hierarchical", "torus"};
constexpr std::array<std::string_view, 7> trees{"double_tree", "binary_tree",   "binomial",      "nvls",
                                                "nvls_tree",   "collnet_chain", "collnet_direct"};

constexpr bool is_one_of(std::string_view name, auto& names) {
  return std::find(names.begin(), names.end(), name) != names.end();
}

}  // namespace

std::string_view to_string(Kernel kernel) {
  constexpr std::array<std::string_view, 4> names{"ring", "tree", "point_to_point", "in_network"};
  return names[static_cast<std::size_t>(kernel)];
}

Kernel kernel_of(std::string_view algorithm) {
  if (is_one_of(algorithm, rings)) return Kernel::ring;
  return is_one_of(algorithm, trees) ? Kernel::tree : Kernel::point_to_point;
}

}  // namespace collsim
