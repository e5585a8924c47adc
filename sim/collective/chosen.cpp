#include "collective/chosen.h"

#include <algorithm>
#include <limits>

namespace collsim {
namespace {

bool is_choice(const Candidate& candidate, const Chosen& chosen) {
  return candidate.algorithm == chosen.algorithm && candidate.protocol == chosen.protocol;
}

}  // namespace

std::optional<double> Chosen::us() const {
  for (const Candidate& candidate : ranking)
    if (is_choice(candidate, *this)) return candidate.us;
  return {};
}

const Candidate* Chosen::runner_up() const {
  const auto found = std::find_if(ranking.begin(), ranking.end(),
                                  [&](const Candidate& other) { return other.us && !is_choice(other, *this); });
  return found == ranking.end() ? nullptr : &*found;
}

std::optional<double> Chosen::margin() const {
  const Candidate* next = runner_up();
  const std::optional<double> own = us();
  if (next == nullptr || !own || *own <= 0) return {};
  return *next->us / *own - 1;
}

void sort_by_time(std::vector<Candidate>& candidates) {
  std::stable_sort(candidates.begin(), candidates.end(), [](const Candidate& a, const Candidate& b) {
    constexpr double never = std::numeric_limits<double>::infinity();
    return a.us.value_or(never) < b.us.value_or(never);
  });
}

}  // namespace collsim
