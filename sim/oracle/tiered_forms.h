#pragma once

#include "oracle/form.h"

// Forms of the algorithms that work tier by tier.

namespace collsim::oracle {

/// (3.8), (3.10), (3.12), (3.13): at tier i rings of S_i over M_i = M / Π_{j<i} S_j. reduce_scatter goes inside out,
/// all_gather outside in, all_reduce both ways.
Form hierarchical_form(const Case& problem, const Machine& machine);
/// Tier by tier S-1 messages of M/S: for two tiers (g-1)(α_i + M/(g·B_i)) + (G-1)(α_e + M/(G·B_e)).
Form hierarchical_exchange_form(const Case& problem, const Machine& machine);

}  // namespace collsim::oracle
