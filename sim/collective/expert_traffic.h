#pragma once

#include <cstdint>

#include "collective/byte_matrix.h"
#include "collective/expert_draw.h"

namespace collsim {

/// What the layer of a mixture of experts sends: each token goes from its rank to the ranks that hold its experts
/// (dispatch), and what they make of it comes back (combine). Expert e is on the rank that part e of `popularity` cut
/// into equal parts belongs to, the larger parts first.
struct ExpertTraffic {
  std::int64_t tokens = 1;  ///< of each rank
  int top_k = 1;            ///< different experts of each token
  Popularity popularity;    ///< by expert
  std::int64_t hidden = 1;  ///< elements of a token
  Bytes element = 1;        ///< bytes of one
  /// A token goes once to each rank that has any of its experts (as in DeepEP, github.com/deepseek-ai/DeepEP), or else
  /// once for each expert.
  bool deduplicate = true;
  /// Experts are drawn for each token; or every rank sends the mean of that, rounded to elements by largest remainders.
  bool sampled = true;
  bool combine = false;
  std::uint64_t layer = 0;  ///< equal layers draw equally: a combine is then its dispatch transposed
};

/// What each rank sends to each, its own share included. Sampled, it is the same for the same seed on every machine.
/// Requires: 1 <= top_k <= the experts whose popularity is above 0; tokens · top_k · hidden · element · ranks < 2^62,
/// and tokens · top_k · hidden < 2^53.
ByteMatrix expert_matrix(const ExpertTraffic& traffic, int ranks, std::uint64_t seed);

/// `total` in parts as near to the proportions of `shares` as whole numbers can be (largest remainders; of equal ones
/// the first get more). They add up to `total`. Requires: 0 <= total < 2^53; no share is negative, one is above 0.
std::vector<std::int64_t> apportion(std::int64_t total, std::span<const double> shares);

}  // namespace collsim
