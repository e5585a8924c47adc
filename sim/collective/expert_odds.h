#pragma once

#include <span>
#include <vector>

#include "collective/expert_draw.h"

namespace collsim {

/// The chance that a token of ExpertDraw has at least one expert of each group; group g holds the experts bounds[g] …
/// bounds[g + 1] - 1. Good to about 12 digits; equal groups have equal chances.
///
/// Drawing by popularity without putting back is a race: expert e arrives after a time with exponential distribution of
/// rate popularity[e], and the first top_k are the token's (Efraimidis & Spirakis, Inf. Process. Lett. 97(5), 2006). A
/// group of total rate W is missed when top_k of the others come before its first:
///   chance = ∫ W e^(-W t) P(fewer than top_k of the others have come by t) dt,  t from 0 to infinity.
///
/// Requires: bounds rise from 0 to the number of experts; 1 <= top_k <= the experts whose popularity is above 0.
/// Takes time in proportion to experts · top_k.
std::vector<double> hit_chances(const Popularity& popularity, std::span<const int> bounds, int top_k);

}  // namespace collsim
