#include <algorithm>
#include <cmath>
#include <cstdlib>
#include <map>
#include <random>
#include <string>
#include <string_view>

#include "support/catch.h"
#include "support/random_case.h"
#include "support/reference_simulator.h"
#include "support/simulate.h"

// How far may the engine be from the reference? It rounds the end of each flow: up to a tick late, because a duration
// is rounded up, or up to a tick early, because a flow with less than a tick left ends with another. Everything else it
// computes is exact to far less than a tick. So its times are those of the reference with each flow's end displaced by
// some amount within ±1 ps, and the allowed deviation of a result is what such displacements do to it. In a chain of
// steps they add up, one tick a step. Where flows share links they may do more than that: a flow that comes d late to a
// link leaves the others C·d more, which at their later rate of C/F is F·d ticks; and channels in lockstep on equal
// links are an unstable balance in which a lead grows from step to step. No count of instants bounds that tightly, so
// the response is measured on the case itself, with the reference alone. To first order a result is linear in the
// displacements, so that its extremes lie where each is a whole tick: all late and all early (the largest drift), then
// several times each flow early or late at random. The engine is seldom early, so that it uses half of this range or
// less wherever directions mix; that leaves room for what few samples miss, and a case in doubt gets many. One tick is
// added for the rounding of a result's own instant.

namespace collsim::test {
namespace {

using reference::Real;
using Values = std::map<std::string, Real>;

/// Every time of a run, in picoseconds: of each operation start, end and, from its ledger, start-up, path and waiting;
/// of each rank entry and end. Where several critical paths tie, displacement takes now this one, now that, and so
/// allows for both.
Values times(const reference::Outcome& outcome) {
  Values all;
  for (std::size_t i = 0; i < outcome.operations.size(); ++i) {
    const auto& operation = outcome.operations[i];
    const std::string name = "op" + std::to_string(i) + " ";
    all[name + "start"] = operation.start;
    all[name + "end"] = operation.end;
    all[name + "startup"] = operation.delays.startup;
    all[name + "path"] = operation.delays.path;
    all[name + "waiting"] = operation.delays.waiting;
    for (std::size_t r = 0; r < operation.enter.size(); ++r) {
      all[name + "enter " + std::to_string(r)] = operation.enter[r];
      all[name + "end " + std::to_string(r)] = operation.rank_end[r];
    }
  }
  return all;
}

Values times(const RunResult& run) {
  Values all;
  const auto add = [&](const std::string& name, Duration d) { all[name] = static_cast<Real>(d.count()); };
  for (const CollectiveResult& collective : run.collectives) {
    add(collective.id + " start", collective.start);
    add(collective.id + " end", collective.end);
    add(collective.id + " startup", collective.ledger.startup);
    add(collective.id + " path", collective.ledger.path);
    add(collective.id + " waiting", collective.ledger.waiting);
    for (std::size_t r = 0; r < collective.per_rank.size(); ++r) {
      add(collective.id + " enter " + std::to_string(r), collective.per_rank[r].enter);
      add(collective.id + " end " + std::to_string(r), collective.per_rank[r].end);
    }
  }
  return all;
}

Values link_bytes(const reference::Outcome& outcome) {
  Values all;
  for (const auto& [link, carried] : outcome.links) all[link] = carried.bytes;
  return all;
}

Values link_bytes(const RunResult& run) {
  Values all;
  for (const LinkResult& link : run.links) all[link.id] = static_cast<Real>(link.bytes);
  return all;
}

/// How far displaced flows move each result of a case.
struct Response {
  Values times, link_bytes;
};

void widen(Values& response, const Values& exact, const Values& displaced) {
  for (const auto& [name, value] : exact)
    response[name] = std::max(response[name], std::abs(displaced.at(name) - value));
}

constexpr std::uint64_t kFewSamples = 8;
/// Samples find the extreme from below: before a case is called wrong it is sampled densely.
constexpr std::uint64_t kManySamples = 256;

Response measure_response(const reference::Case& world, const reference::Outcome& exact, std::uint64_t samples) {
  Response response;
  const Values exact_times = times(exact), exact_bytes = link_bytes(exact);
  const auto displace = [&](const reference::Displacement& displacement) {
    const reference::Outcome displaced = reference::run(world, displacement);
    widen(response.times, exact_times, times(displaced));
    widen(response.link_bytes, exact_bytes, link_bytes(displaced));
  };
  displace([] { return Real{1}; });
  displace([] { return Real{-1}; });
  for (std::uint64_t sample = 1; sample <= samples; ++sample) {
    std::mt19937_64 generator(sample);
    displace([&] { return (generator() >> 63) != 0 ? Real{1} : Real{-1}; });
  }
  return response;
}

/// The largest response of an operation's end.
Real widest_end(const reference::Case& world, const Response& response) {
  Real widest = 0;
  for (std::size_t i = 0; i < world.collectives.size(); ++i)
    widest = std::max(widest, response.times.at("op" + std::to_string(i) + " end"));
  return widest;
}

bool is_within(const Values& found, const Values& right, const Values& allowed) {
  return std::all_of(right.begin(), right.end(), [&](const auto& at) {
    const auto same = found.find(at.first);
    return same != found.end() && std::abs(same->second - at.second) <= allowed.at(at.first);
  });
}

/// One check a case, on what is furthest beyond its allowance: a wrong release makes everything after it wrong.
void check_within(const Values& found, const Values& right, const Values& allowed) {
  std::string worst;
  Real excess = 0;
  for (const auto& [name, value] : right) {
    INFO("the engine reports no " << name);
    REQUIRE(found.count(name) == 1);
    const Real beyond = std::abs(found.at(name) - value) - allowed.at(name);
    if (beyond > excess) worst = name;
    excess = std::max(excess, beyond);
  }
  if (!worst.empty()) UNSCOPED_INFO(worst << ": " << found.at(worst) - right.at(worst) << " from the reference");
  CHECK(excess <= 0);
}

Values allowed_times(const Response& response) {
  Values allowed = response.times;
  for (auto& [name, value] : allowed) value += 1;
  return allowed;
}

/// Whole flows move exactly their payload. A flow that is stopped on its way has moved whole bytes, and how many
/// depends on the others' times; what was exactly a whole byte may be one less by the rounding of a double.
void check_links(const RunResult& run, const reference::Outcome& exact, const Response& response) {
  Values allowed;
  for (const auto& [link, carried] : exact.links) {
    allowed[link] = carried.cut_off == 0 ? 0 : response.link_bytes.at(link) + carried.cut_off * (1 + 1e-6L);
    // Parts of bytes on a lane are reported to the nearest byte.
    if (carried.bytes != std::floor(carried.bytes)) allowed[link] += 0.5L + 1e-3L;
  }
  check_within(link_bytes(run), link_bytes(exact), allowed);
}

void check_ledgers(const RunResult& run) {
  for (const CollectiveResult& c : run.collectives) {
    CAPTURE(c.id);
    CHECK(c.ledger.total() == c.time());
    for (Duration part : {c.ledger.startup, c.ledger.path, c.ledger.transfer, c.ledger.contention, c.ledger.waiting})
      CHECK(part >= Duration::zero());
  }
}

}  // namespace

TEST_CASE("replay: random trees come out as an independent implementation has them [property]", "[property]") {
  const char* wanted = std::getenv("COLLSIM_LONG");
  const std::uint64_t cases = wanted != nullptr && std::string_view(wanted) == "1" ? 3000 : 300;
  std::uint64_t sensitive = 0;
  for (std::uint64_t seed = 1; seed <= cases; ++seed) {
    const reference::Case world = random_case(seed);
    const std::string yaml = to_yaml(world);
    INFO("seed " << seed << "\n" << yaml);
    const reference::Outcome exact = reference::run(world);
    Response response = measure_response(world, exact, kFewSamples);
    if (widest_end(world, response) > 1000) ++sensitive;
    const Result result = simulate(yaml);
    REQUIRE(result.runs.size() == 1);
    const Values found = times(result.runs[0]), right = times(exact);
    if (!is_within(found, right, allowed_times(response))) response = measure_response(world, exact, kManySamples);
    check_within(found, right, allowed_times(response));
    check_links(result.runs[0], exact, response);
    check_ledgers(result.runs[0]);
  }
  // A tolerance above a nanosecond says little; few cases may have one.
  CHECK(sensitive * 20 < cases);
}

}  // namespace collsim::test
