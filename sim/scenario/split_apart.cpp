#include "scenario/split_apart.h"

#include <algorithm>
#include <map>
#include <set>
#include <stdexcept>

#include "base/id_range.h"
#include "scenario/chip_pool.h"

namespace collsim {
namespace {

/// By rank. Patterns that cannot be expanded have been told where they were read.
std::vector<Reference> single_ranks(const CollectiveSpec& spec, const TopologyDescription& topology) {
  std::vector<Reference> ranks;
  if (spec.ranks.empty()) {
    for (std::string& name : chip_names(topology)) ranks.push_back({std::move(name), spec.mark});
  }
  for (const Reference& reference : spec.ranks) {
    try {
      for (std::string& name : expand_ids(reference.text)) ranks.push_back({std::move(name), reference.mark});
    } catch (const std::invalid_argument&) {
      continue;
    }
  }
  return ranks;
}

std::vector<CollectiveSpec> groups_of(const CollectiveSpec& spec, const TopologyDescription& topology) {
  std::map<std::uint64_t, std::vector<Reference>> by_color;
  std::uint64_t rank = 0;
  for (Reference& chip : single_ranks(spec, topology)) by_color[spec.split->color(rank++)].push_back(std::move(chip));
  std::vector<CollectiveSpec> groups;
  for (auto& [color, ranks] : by_color) {
    CollectiveSpec group = spec;
    group.id = spec.id + '[' + std::to_string(groups.size()) + ']';
    group.split_of = spec.id;
    group.split.reset();
    group.ranks = std::move(ranks);
    groups.push_back(std::move(group));
  }
  return groups;
}

void refuse_repeated_ids(const std::vector<CollectiveSpec>& collectives, Diagnostics& diagnostics) {
  std::set<std::string_view> ids;
  for (const CollectiveSpec& spec : collectives) {
    if (ids.insert(spec.id).second) continue;
    diagnostics.add(spec.mark,
                    "id: " + quote(spec.id) + " is what a group of a split collective is called: write another");
  }
}

}  // namespace

void split_apart(Scenario& scenario, Diagnostics& diagnostics) {
  const auto has_split = [](const CollectiveSpec& spec) { return spec.split.has_value(); };
  std::vector<CollectiveSpec>& before = scenario.collectives;
  if (std::none_of(before.begin(), before.end(), has_split)) return;
  std::vector<CollectiveSpec> apart;
  std::vector<std::vector<std::size_t>> becomes(before.size());
  for (std::size_t i = 0; i < before.size(); ++i) {
    const auto parts = before[i].split ? groups_of(before[i], scenario.topology) : std::vector{before[i]};
    for (const CollectiveSpec& part : parts) {
      becomes[i].push_back(apart.size());
      apart.push_back(part);
    }
  }
  for (CollectiveSpec& spec : apart) {
    std::vector<std::size_t> after;
    for (const std::size_t i : spec.after) after.insert(after.end(), becomes[i].begin(), becomes[i].end());
    spec.after = std::move(after);
  }
  before = std::move(apart);
  refuse_repeated_ids(before, diagnostics);
}

}  // namespace collsim
