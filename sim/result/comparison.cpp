#include "result/comparison.h"

#include <algorithm>
#include <cmath>
#include <optional>

namespace collsim {
namespace {

struct Placed {
  const CollectiveResult* collective;
  const RunResult* run;
};

std::vector<Placed> all_of(const Result& result) {
  std::vector<Placed> all;
  for (const RunResult& run : result.runs)
    for (const CollectiveResult& collective : run.collectives) all.push_back({&collective, &run});
  return all;
}

/// Takes the only one out of `left` that is alike; nothing where there are more or none.
template <class Alike>
std::optional<Placed> take_only(std::vector<Placed>& left, Alike alike) {
  const auto found = std::find_if(left.begin(), left.end(), alike);
  if (found == left.end() || std::find_if(found + 1, left.end(), alike) != left.end()) return {};
  const Placed placed = *found;
  left.erase(found);
  return placed;
}

/// Moves what has just one counterpart, by `alike`, from both lists to the pairs.
template <class Alike>
void pair_up(std::vector<Placed>& before, std::vector<Placed>& after, Alike alike,
             std::vector<CollectiveChange>& pairs) {
  std::vector<Placed> left;
  for (const Placed& a : before) {
    const auto same_as_a = [&](const Placed& other) { return alike(*a.collective, *other.collective); };
    const bool only = std::count_if(before.begin(), before.end(), same_as_a) == 1;
    const auto b = only ? take_only(after, same_as_a) : std::nullopt;
    if (b) {
      pairs.push_back({a.collective, b->collective, a.run, b->run});
    } else {
      left.push_back(a);
    }
  }
  before = std::move(left);
}

double change_of(const LinkChange& link) { return std::abs(link.after.utilization - link.before.utilization); }

bool differs(const LinkResult& a, const LinkResult& b) {
  return a.bytes != b.bytes || a.capacity != b.capacity || a.utilization != b.utilization;
}

std::vector<LinkChange> changed_links(const RunResult& before, const RunResult& after) {
  std::vector<LinkChange> changes;
  for (const LinkResult& link : before.links) changes.push_back({link.id, link, {}});
  std::sort(changes.begin(), changes.end(), [](const auto& a, const auto& b) { return a.id < b.id; });
  const std::size_t known = changes.size();
  for (const LinkResult& link : after.links) {
    const auto end = changes.begin() + static_cast<std::ptrdiff_t>(known);
    const auto found = std::lower_bound(changes.begin(), end, link.id,
                                        [](const LinkChange& c, const std::string& id) { return c.id < id; });
    if (found != end && found->id == link.id) {
      found->after = link;
    } else {
      changes.push_back({link.id, {}, link});
    }
  }
  const auto same = [](const LinkChange& c) { return !differs(c.before, c.after); };
  changes.erase(std::remove_if(changes.begin(), changes.end(), same), changes.end());
  std::stable_sort(changes.begin(), changes.end(),
                   [](const LinkChange& a, const LinkChange& b) { return change_of(a) > change_of(b); });
  return changes;
}

}  // namespace

Comparison compare(const Result& before, const Result& after) {
  Comparison comparison;
  std::vector<Placed> a = all_of(before), b = all_of(after);
  const auto same_work = [](const auto& x, const auto& y) { return x.id == y.id && x.size == y.size; };
  const auto same_id = [](const auto& x, const auto& y) { return x.id == y.id; };
  const auto any = [](const auto&, const auto&) { return true; };
  pair_up(a, b, same_work, comparison.collectives);
  pair_up(a, b, same_id, comparison.collectives);
  pair_up(a, b, any, comparison.collectives);
  for (const Placed& placed : a) comparison.only_before.push_back(placed.collective);
  for (const Placed& placed : b) comparison.only_after.push_back(placed.collective);
  for (const CollectiveChange& change : comparison.collectives) {
    comparison.links = changed_links(*change.run_before, *change.run_after);
    if (comparison.links.empty()) continue;
    if (before.swept || after.swept) comparison.about = "at " + format_size(change.before->size);
    break;
  }
  return comparison;
}

}  // namespace collsim
