#include "collective/expert_odds.h"

#include <cmath>
#include <numbers>
#include <numeric>

namespace collsim {
namespace {

/// How many experts have come, 0 … top_k - 1, with which probability; more are not told apart.
using Arrivals = std::vector<double>;

/// The race at one moment.
class RaceAt {
 public:
  RaceAt(std::span<const double> rates, std::span<const int> bounds, int top_k) : rates_(rates), bounds_(bounds) {
    const std::size_t groups = bounds.size() - 1;
    Arrivals nobody(static_cast<std::size_t>(top_k), 0.0);
    nobody.front() = 1;
    before_.assign(groups + 1, nobody);
    after_.assign(groups + 1, nobody);
  }

  void set(double time) {
    const std::size_t groups = bounds_.size() - 1;
    for (std::size_t g = 0; g < groups; ++g) {
      before_[g + 1] = before_[g];
      add(g, time, before_[g + 1]);
    }
    for (std::size_t g = groups; g > 0; --g) {
      after_[g - 1] = after_[g];
      add(g - 1, time, after_[g - 1]);
    }
  }

  /// That fewer than top_k experts outside the group have come.
  double open_to(std::size_t group) const {
    const Arrivals& before = before_[group];
    const Arrivals& after = after_[group + 1];
    double sum = 0, at_most = 0;
    for (std::size_t i = 0; i < before.size(); ++i) {
      at_most += after[i];
      sum += at_most * before[before.size() - 1 - i];
    }
    return sum;
  }

 private:
  void add(std::size_t group, double time, Arrivals& arrivals) const {
    for (int e = bounds_[group]; e < bounds_[group + 1]; ++e) {
      const double come = -std::expm1(-rates_[static_cast<std::size_t>(e)] * time);
      for (std::size_t i = arrivals.size() - 1; i > 0; --i) arrivals[i] += come * (arrivals[i - 1] - arrivals[i]);
      arrivals[0] -= come * arrivals[0];
    }
  }

  std::span<const double> rates_;
  std::span<const int> bounds_;
  std::vector<Arrivals> before_, after_;  // of the groups before g; of g and those after it
};

/// Popularities in units of their mean, so that times are about 1 for any number of experts.
std::vector<double> rates_of(const Popularity& popularity) {
  double sum = 0;
  for (const std::uint64_t p : popularity) sum += static_cast<double>(p);
  std::vector<double> rates;
  for (const std::uint64_t p : popularity) {
    rates.push_back(static_cast<double>(p) * static_cast<double>(popularity.size()) / sum);
  }
  return rates;
}

}  // namespace

std::vector<double> hit_chances(const Popularity& popularity, std::span<const int> bounds, int top_k) {
  const std::vector<double> rates = rates_of(popularity);
  RaceAt race(rates, bounds, top_k);
  std::vector<double> chances(bounds.size() - 1, 0.0);
  // The double exponential rule t = exp(pi/2 sinh s) (Takahasi & Mori, Publ. RIMS 9, 1974): it covers e^-43 … e^43 in
  // mean times, more than popularities can be apart, with 20 points where a group's chance is decided.
  constexpr int kPerUnit = 64;
  constexpr int kLast = 4 * kPerUnit;
  for (int i = -kLast; i <= kLast; ++i) {
    const double s = static_cast<double>(i) / kPerUnit;
    const double time = std::exp(std::numbers::pi / 2 * std::sinh(s));
    const double width = time * std::numbers::pi / 2 * std::cosh(s) / kPerUnit;
    race.set(time);
    for (std::size_t g = 0; g < chances.size(); ++g) {
      const double rate = std::accumulate(rates.begin() + bounds[g], rates.begin() + bounds[g + 1], 0.0);
      chances[g] += width * rate * std::exp(-rate * time) * race.open_to(g);
    }
  }
  return chances;
}

}  // namespace collsim
