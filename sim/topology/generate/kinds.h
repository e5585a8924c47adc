#pragma once

#include <memory>

#include "topology/generate/generator.h"

namespace collsim {

// One function for each row of the table of generators, in the file of the same name.

std::unique_ptr<Generator> make_star();
std::unique_ptr<Generator> make_ring();
std::unique_ptr<Generator> make_full_mesh();
std::unique_ptr<Generator> make_torus();
std::unique_ptr<Generator> make_hypercube();
std::unique_ptr<Generator> make_fat_tree();
std::unique_ptr<Generator> make_leaf_spine();
std::unique_ptr<Generator> make_dragonfly();
std::unique_ptr<Generator> make_rail_optimized();
std::unique_ptr<Generator> make_hierarchy();

}  // namespace collsim
