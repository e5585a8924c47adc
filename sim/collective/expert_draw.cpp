#include "collective/expert_draw.h"

#include <algorithm>
#include <cmath>

namespace collsim {
namespace {

constexpr double kMostPopular = 4294967296.0;  // 2^32

}  // namespace

Popularity scaled_popularity(std::span<const double> wanted) {
  const double most = *std::max_element(wanted.begin(), wanted.end());
  Popularity scaled;
  for (const double w : wanted) {
    const auto whole = static_cast<std::uint64_t>(std::floor(w / most * kMostPopular + 0.5));
    scaled.push_back(w > 0 ? std::max<std::uint64_t>(whole, 1) : 0);
  }
  return scaled;
}

Popularity zipf_popularity(int experts, double exponent) {
  std::vector<double> wanted;
  for (int e = 1; e <= experts; ++e) wanted.push_back(std::pow(static_cast<double>(e), -exponent));
  return scaled_popularity(wanted);
}

ExpertDraw::ExpertDraw(const Popularity& popularity, int top_k, std::mt19937_64& random)
    : top_k_(top_k), random_(random), before_{0} {
  for (const std::uint64_t p : popularity) before_.push_back(before_.back() + p);
}

std::span<const int> ExpertDraw::next() {
  drawn_.clear();
  std::uint64_t left = before_.back();
  for (int i = 0; i < top_k_; ++i) {
    // A place among those left, moved past the experts that are drawn already.
    std::uint64_t place = below(left);
    for (const int e : drawn_) {
      const auto at = static_cast<std::size_t>(e);
      if (place < before_[at]) break;
      place += before_[at + 1] - before_[at];
    }
    const int expert = expert_at(place);
    drawn_.insert(std::lower_bound(drawn_.begin(), drawn_.end(), expert), expert);
    left -= before_[static_cast<std::size_t>(expert) + 1] - before_[static_cast<std::size_t>(expert)];
  }
  return drawn_;
}

std::uint64_t ExpertDraw::below(std::uint64_t bound) {
  // 2^64 mod bound: without the lowest of that many values every remainder is equally frequent.
  const std::uint64_t surplus = (0 - bound) % bound;
  std::uint64_t x = random_();
  while (x < surplus) x = random_();
  return x % bound;
}

int ExpertDraw::expert_at(std::uint64_t place) const {
  return static_cast<int>(std::upper_bound(before_.begin(), before_.end(), place) - before_.begin()) - 1;
}

}  // namespace collsim
