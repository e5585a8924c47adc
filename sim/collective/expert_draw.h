#pragma once

#include <cstdint>
#include <random>
#include <span>
#include <vector>

namespace collsim {

/// How often experts are wanted, relative to each other, in whole numbers, so that the same numbers come of them on
/// every machine: the most popular has 2^32, and none that is wanted at all has less than 1.
using Popularity = std::vector<std::uint64_t>;

/// Requires: one at least is above 0, all are finite.
Popularity scaled_popularity(std::span<const double> wanted);

/// Expert e is wanted in proportion to 1 / (e + 1)^exponent; 0: all alike. Requires: experts >= 1, exponent >= 0.
Popularity zipf_popularity(int experts, double exponent);

/// Draws the experts of one token after another: each of a token's experts by popularity among those that it has not
/// drawn yet. Exact, and the same for the same generator everywhere: the distributions of the standard library are each
/// library's own.
class ExpertDraw {
 public:
  /// Requires: `random` outlives this; 1 <= top_k <= the number of experts whose popularity is above 0; less than 2^31
  /// experts.
  ExpertDraw(const Popularity& popularity, int top_k, std::mt19937_64& random);

  /// The experts of the next token in ascending order; valid until the next call.
  std::span<const int> next();

 private:
  std::uint64_t below(std::uint64_t bound);
  int expert_at(std::uint64_t place) const;

  int top_k_;
  std::mt19937_64& random_;
  std::vector<std::uint64_t> before_;  // sum of the popularities before expert e; one more entry for all
  std::vector<int> drawn_;
};

}  // namespace collsim
