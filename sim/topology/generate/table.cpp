#include "topology/generate/table.h"

#include <algorithm>
#include <array>

#include "topology/generate/kinds.h"

namespace collsim {
namespace {

constexpr std::array kinds{
    GeneratorKind{"star", "chips on one switch, or on several side by side",
                  "{kind: star, chips: 8, link: {bandwidth: 450 GB/s, latency: 50 ns}}", make_star},
    GeneratorKind{"ring", "chips in a ring, each with a link to the next",
                  "{kind: ring, chips: 8, link: {bandwidth: 50 GB/s}}", make_ring},
    GeneratorKind{"full_mesh", "chips of which each two have a link",
                  "{kind: full_mesh, chips: 8, link: {bandwidth: 64 GB/s}}", make_full_mesh},
    GeneratorKind{"torus", "chips in a grid of any number of dimensions, whose rows are closed to rings",
                  "{kind: torus, dimensions: [{size: 4}, {size: 4, wraps: false}], link: {bandwidth: 50 GB/s}}",
                  make_torus},
    GeneratorKind{"hypercube", "2^d chips, joined where their numbers differ in one bit",
                  "{kind: hypercube, dimensions: 4, link: {bandwidth: 50 GB/s}}", make_hypercube},
    GeneratorKind{
        "fat_tree", "k-ary fat tree of switches of k ports (Al-Fares et al. 2008): k^2/2 chips in 2 tiers, k^3/4 in 3",
        "{kind: fat_tree, k: 12, tiers: 2, oversubscription: 2, leaves: 8, link: {bandwidth: 50 GB/s}}", make_fat_tree},
    GeneratorKind{"leaf_spine", "chips on leaves, each of which is on every spine",
                  "{kind: leaf_spine, leaves: 4, spines: 4, chips_per_leaf: 8, link: {bandwidth: 50 GB/s}, "
                  "oversubscription: 2}",
                  make_leaf_spine},
    GeneratorKind{"dragonfly",
                  "groups of routers, all to all inside and group by group (Kim et al. 2008): router r of group G is "
                  "router(a G + r)",
                  "{kind: dragonfly, routers: 4, chips_per_router: 2, global_links: 2, link: {bandwidth: 25 GB/s}, "
                  "local_link: {bandwidth: 25 GB/s}, global_link: {bandwidth: 25 GB/s}}",
                  make_dragonfly},
    GeneratorKind{"rail_optimized",
                  "nodes n0, n1, ... whose port i is on leaf i of their unit: leaf(u R + i) of unit u and rail i of R",
                  "{kind: rail_optimized, nodes: 4, nvlink: {bandwidth: 450 GB/s}, nics: {pcie: {bandwidth: 55 GB/s}}, "
                  "link: {bandwidth: 50 GB/s}, spines: 4, oversubscription: 1}",
                  make_rail_optimized},
    GeneratorKind{"hierarchy", "tiers of switches, meshes and rings around each other: r0.n3.c1 in the third",
                  "{kind: hierarchy, tiers: [{fan_out: 4, network: full_mesh, link: {bandwidth: 200 GB/s}, "
                  "nics: {chips_per_nic: 2, pcie: {bandwidth: 55 GB/s}}}, {fan_out: 2, link: {bandwidth: 50 GB/s}}]}",
                  make_hierarchy},
};

}  // namespace

std::span<const GeneratorKind> generators() { return kinds; }

const GeneratorKind* find_generator(std::string_view name) {
  const auto found = std::find_if(kinds.begin(), kinds.end(), [&](const GeneratorKind& k) { return k.name == name; });
  return found == kinds.end() ? nullptr : &*found;
}

}  // namespace collsim
