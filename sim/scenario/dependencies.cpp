#include "scenario/dependencies.h"

#include <algorithm>
#include <map>

namespace collsim {
namespace {

using IndexById = std::map<std::string, std::size_t>;

IndexById index_ids(const std::vector<CollectiveEntry>& collectives, Diagnostics& diagnostics) {
  IndexById index;
  for (std::size_t i = 0; i < collectives.size(); ++i) {
    const auto [at, added] = index.emplace(collectives[i].spec.id, i);
    if (added) continue;
    const Mark first = collectives[at->second].id.mark();
    const std::string where = first.line > 0 ? " on line " + std::to_string(first.line) : "";
    complain(diagnostics, collectives[i].id, "id",
             quote(at->first) + " is the id of the collective" + where + " already: every collective needs its own");
  }
  return index;
}

void resolve(CollectiveEntry& entry, const IndexById& index, Diagnostics& diagnostics) {
  for (const Value& item : entry.after) {
    const auto id = to_text(item, "after", diagnostics);
    if (!id) continue;
    if (const auto found = index.find(*id); found != index.end()) {
      entry.spec.after.push_back(found->second);
      continue;
    }
    std::vector<std::string_view> ids;
    for (const auto& known : index) ids.push_back(known.first);
    complain(diagnostics, item, "after", "no collective has the id " + quote(*id) + suggestion(*id, ids));
  }
  std::vector<std::size_t>& after = entry.spec.after;
  const auto chained = entry.chained_to;
  if (chained && std::find(after.begin(), after.end(), *chained) == after.end()) after.push_back(*chained);
}

/// Marks the collectives that can begin at some time: those whose predecessors all can.
std::vector<bool> find_startable(const std::vector<CollectiveEntry>& collectives) {
  std::vector<std::size_t> open(collectives.size());
  std::vector<std::vector<std::size_t>> successors(collectives.size());
  std::vector<std::size_t> ready;
  for (std::size_t i = 0; i < collectives.size(); ++i) {
    open[i] = collectives[i].spec.after.size();
    for (const std::size_t before : collectives[i].spec.after) successors[before].push_back(i);
    if (open[i] == 0) ready.push_back(i);
  }
  std::vector<bool> startable(collectives.size());
  while (!ready.empty()) {
    const std::size_t done = ready.back();
    ready.pop_back();
    startable[done] = true;
    for (const std::size_t next : successors[done]) {
      if (--open[next] == 0) ready.push_back(next);
    }
  }
  return startable;
}

/// A cycle among collectives that cannot start, each waiting for the next. Requires: there is one that cannot.
std::vector<std::size_t> find_cycle(const std::vector<CollectiveEntry>& collectives,
                                    const std::vector<bool>& startable) {
  const auto waits_for = [&](std::size_t i) {
    const std::vector<std::size_t>& after = collectives[i].spec.after;
    return *std::find_if(after.begin(), after.end(), [&](std::size_t before) { return !startable[before]; });
  };
  // Every such collective waits for another such one, so that the walk must come round.
  auto at = static_cast<std::size_t>(std::find(startable.begin(), startable.end(), false) - startable.begin());
  for (std::size_t steps = 0; steps < collectives.size(); ++steps) at = waits_for(at);
  std::vector<std::size_t> cycle{at};
  for (std::size_t next = waits_for(at); next != at; next = waits_for(next)) cycle.push_back(next);
  // Begin with the first in the file, so that the message does not depend on the walk.
  std::rotate(cycle.begin(), std::min_element(cycle.begin(), cycle.end()), cycle.end());
  return cycle;
}

std::string describe(const std::vector<std::size_t>& cycle, const std::vector<CollectiveEntry>& collectives) {
  constexpr std::size_t most_named = 10;
  std::string text = quote(collectives[cycle.front()].spec.id);
  if (cycle.size() == 1) return text + " waits for itself";
  for (std::size_t i = 1; i < std::min(cycle.size(), most_named); ++i) {
    text += " waits for " + quote(collectives[cycle[i]].spec.id) + ", which";
  }
  if (cycle.size() > most_named) text += " waits for " + std::to_string(cycle.size() - most_named) + " others, which";
  return text + " waits for " + quote(collectives[cycle.front()].spec.id) + ": none of them can begin";
}

}  // namespace

void resolve_dependencies(std::vector<CollectiveEntry>& collectives, Diagnostics& diagnostics) {
  const IndexById index = index_ids(collectives, diagnostics);
  for (CollectiveEntry& entry : collectives) resolve(entry, index, diagnostics);
  const std::vector<bool> startable = find_startable(collectives);
  if (std::find(startable.begin(), startable.end(), false) == startable.end()) return;
  const std::vector<std::size_t> cycle = find_cycle(collectives, startable);
  const CollectiveEntry& first = collectives[cycle.front()];
  complain(diagnostics, first.after.empty() ? first.id : first.after.front(), "after", describe(cycle, collectives));
}

}  // namespace collsim
