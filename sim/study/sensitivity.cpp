#include "study/sensitivity.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <functional>
#include <future>
#include <map>
#include <tuple>

#include "study/choose.h"
#include "workload/replay.h"

namespace collsim {
namespace {

constexpr std::int64_t kMostKinds = 10, kLeastKinds = 2, kRunsOfKind = 3;
constexpr std::int64_t kMostRerunMessages = 30'000'000;  // of all runs

/// A link with both its directions, by the one that stands first.
struct Cable {
  LinkId link = 0, back = 0;
  double utilization = 0;
};

struct Kind {
  std::vector<Cable> cables;
};

/// Loads that differ by less than a thousandth are one.
long long rounded(double utilization) { return std::llround(utilization * 1000); }

auto looks_of(const Topology& topology, const RunResult& run, const Cable& cable) {
  const auto end = [&](LinkId id) {
    const LinkResult& link = run.links[id];
    return std::tuple(topology.node(topology.link(id).from).kind, link.capacity, rounded(link.utilization),
                      link.peak_flows);
  };
  return std::tuple(run.links[cable.link].tier, std::min(end(cable.link), end(cable.back)),
                    std::max(end(cable.link), end(cable.back)));
}

std::vector<Kind> kinds_of(const Topology& topology, const RunResult& run) {
  std::vector<Kind> kinds;
  std::map<decltype(looks_of(topology, run, {})), std::size_t> known;
  for (LinkId id = 0; id < topology.link_count(); ++id) {
    const LinkId back = topology.link(id).reverse;
    const Cable cable{id, back, std::max(run.links[id].utilization, run.links[back].utilization)};
    if (back < id || cable.utilization <= 0) continue;
    const auto [place, fresh] = known.try_emplace(looks_of(topology, run, cable), kinds.size());
    if (fresh) kinds.emplace_back();
    kinds[place->second].cables.push_back(cable);
  }
  std::stable_sort(kinds.begin(), kinds.end(), [](const Kind& a, const Kind& b) {
    return a.cables.front().utilization > b.cables.front().utilization;
  });
  return kinds;
}

LinkEventSpec bandwidth_event(const Topology& topology, LinkId link, Instant at, double bandwidth) {
  LinkEventSpec event;
  event.at = at;
  event.links.push_back({topology.link_name(link), {}});
  event.bandwidth = bandwidth;
  return event;
}

/// The scenario on a network whose `links` have `factor` times their bandwidth, also after what its own events do.
Scenario changed(const Scenario& scenario, const Topology& topology, std::span<const Resolved::LinkEvent> events,
                 const std::vector<LinkId>& links, double factor) {
  const auto factor_of = [&](LinkId id) {
    return std::find(links.begin(), links.end(), id) == links.end() ? 1.0 : factor;
  };
  Scenario out = scenario;
  out.events.clear();
  for (const LinkId id : links)
    out.events.push_back(bandwidth_event(topology, id, Instant{}, topology.link(id).bandwidth * factor));
  for (std::size_t i = 0; i < events.size(); ++i) {
    const LinkEventSpec& event = scenario.events[i];
    if (event.change != LinkEventSpec::Change::bandwidth) {
      out.events.push_back(event);
      continue;
    }
    for (const LinkId id : events[i].links)
      out.events.push_back(bandwidth_event(topology, id, event.at, event.bandwidth * factor_of(id)));
  }
  return out;
}

std::vector<LinkId> links_of(const Kind& kind, std::size_t cables) {
  std::vector<LinkId> links;
  for (std::size_t i = 0; i < cables; ++i) {
    links.push_back(kind.cables[i].link);
    links.push_back(kind.cables[i].back);
  }
  return links;
}

/// Of all kinds that have this share of the busiest one's load; none where that is one kind alone.
std::vector<LinkId> about_as_busy(const std::vector<Kind>& kinds) {
  constexpr double share = 0.9;
  std::vector<LinkId> links;
  std::size_t of = 0;
  for (const Kind& kind : kinds) {
    if (kind.cables.front().utilization < share * kinds.front().cables.front().utilization) continue;
    const std::vector<LinkId> more = links_of(kind, kind.cables.size());
    links.insert(links.end(), more.begin(), more.end());
    ++of;
  }
  return of > 1 ? links : std::vector<LinkId>{};
}

struct Task {
  std::vector<LinkId> links;
  double factor;
  Duration makespan{};
};

Duration makespan_of(const Scenario& scenario, const std::stop_token& stop) try {
  const Result result = replay(scenario, {false, nullptr, stop});
  if (result.interrupted) throw Interrupted();
  return result.runs.front().makespan;
} catch (const SimulationError&) {
  return SensitivityRow::never;
}

void run_all(std::vector<Task>& tasks, const Scenario& scenario, const Topology& topology,
             std::span<const Resolved::LinkEvent> events, const SensitivityOptions& options) {
  const auto threads = static_cast<std::size_t>(std::max(1, options.threads));
  const auto run_share = [&](std::size_t thread) {
    for (std::size_t i = thread; i < tasks.size(); i += threads) {
      Task& task = tasks[i];
      task.makespan = makespan_of(changed(scenario, topology, events, task.links, task.factor), options.stop);
    }
  };
  std::vector<std::future<void>> shares;
  for (std::size_t thread = 0; thread < threads; ++thread)
    shares.push_back(std::async(std::launch::async, run_share, thread));
  for (std::future<void>& share : shares) share.get();
}

std::int64_t messages_of(const RunResult& run) {
  std::int64_t messages = 0;
  for (const CollectiveResult& c : run.collectives) messages += c.flows;
  return messages;
}

SensitivityRow row_of(const Kind& kind, const Topology& topology, const std::array<Duration, 3>& times) {
  const Cable& first = kind.cables.front();
  return {topology.link_name(first.link),
          static_cast<int>(kind.cables.size()),
          topology.link(first.link).tier,
          first.utilization,
          times[0],
          times[1],
          times[2]};
}

}  // namespace

Sensitivity try_links(const Scenario& scenario, const Topology& topology, std::span<const Resolved::LinkEvent> events,
                      const RunResult& base, const SensitivityOptions& options) {
  std::vector<Kind> kinds = kinds_of(topology, base);
  Sensitivity out;
  out.classes = static_cast<int>(kinds.size());
  const std::int64_t affordable = kMostRerunMessages / kRunsOfKind / std::max<std::int64_t>(1, messages_of(base));
  const std::int64_t tried = std::clamp(affordable, kLeastKinds, kMostKinds);
  kinds.resize(std::min(kinds.size(), static_cast<std::size_t>(tried)));
  std::vector<Task> tasks;
  for (const Kind& kind : kinds) {
    tasks.push_back({links_of(kind, 1), 0.5, {}});
    tasks.push_back({links_of(kind, 1), 2, {}});
    tasks.push_back({links_of(kind, kind.cables.size()), 2, {}});
  }
  const std::vector<LinkId> busy = about_as_busy(kinds);
  if (!busy.empty()) tasks.push_back({busy, 2, {}});
  run_all(tasks, scenario, topology, events, options);
  if (!busy.empty()) out.together = {static_cast<int>(busy.size() / 2), tasks.back().makespan};
  for (std::size_t i = 0; i < kinds.size(); ++i)
    out.rows.push_back(
        row_of(kinds[i], topology, {tasks[3 * i].makespan, tasks[3 * i + 1].makespan, tasks[3 * i + 2].makespan}));
  return out;
}

}  // namespace collsim
