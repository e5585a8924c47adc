#include <algorithm>
#include <cmath>
#include <cstdlib>
#include <map>
#include <random>
#include <string_view>
#include <vector>

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
// less wherever directions mix; that leaves room for what few samples miss. One tick is added for the rounding of a
// result's own instant.

namespace collsim::test {
namespace {

using reference::Real;

/// Every time in a fixed order: start and end of each operation, start-up, path and waiting of its ledger, then entry
/// and end of its ranks. Where several critical paths tie, displacement takes now this one, now that, and so allows for
/// both.
std::vector<Real> times(const reference::Outcome& outcome) {
  std::vector<Real> all;
  for (const auto& operation : outcome.operations) {
    all.insert(all.end(), {operation.start, operation.end});
    all.insert(all.end(), {operation.delays.startup, operation.delays.path, operation.delays.waiting});
    all.insert(all.end(), operation.enter.begin(), operation.enter.end());
    all.insert(all.end(), operation.rank_end.begin(), operation.rank_end.end());
  }
  return all;
}

std::vector<Real> times(const RunResult& run) {
  std::vector<Real> all;
  const auto add = [&](Duration d) { all.push_back(static_cast<Real>(d.count())); };
  for (const CollectiveResult& collective : run.collectives) {
    add(collective.start);
    add(collective.end);
    add(collective.ledger.startup);
    add(collective.ledger.path);
    add(collective.ledger.waiting);
    for (const RankResult& rank : collective.per_rank) add(rank.enter);
    for (const RankResult& rank : collective.per_rank) add(rank.end);
  }
  return all;
}

/// How far displaced flows move each result of a case.
struct Response {
  std::vector<Real> times;                 ///< picoseconds
  std::map<std::string, Real> link_bytes;  ///< zero but for flows that are stopped on their way
};

void widen(Response& response, const reference::Outcome& exact, const reference::Outcome& displaced) {
  const auto from = times(exact), to = times(displaced);
  response.times.resize(from.size(), 0);
  for (std::size_t i = 0; i < from.size(); ++i)
    response.times[i] = std::max(response.times[i], std::abs(to[i] - from[i]));
  for (const auto& [link, carried] : exact.links) {
    Real& widest = response.link_bytes[link];
    widest = std::max(widest, std::abs(displaced.links.at(link).bytes - carried.bytes));
  }
}

Response measure_response(const reference::Case& world, const reference::Outcome& exact) {
  Response response;
  for (const Real all : {Real{1}, Real{-1}}) widen(response, exact, reference::run(world, [&] { return all; }));
  for (std::uint64_t sample = 1; sample <= 8; ++sample) {
    std::mt19937_64 generator(sample);
    const auto coin = [&] { return (generator() >> 63) != 0 ? Real{1} : Real{-1}; };
    widen(response, exact, reference::run(world, coin));
  }
  return response;
}

/// The largest response of an operation's end.
Real widest_end(const reference::Outcome& exact, const Response& response) {
  Real widest = 0;
  for (std::size_t at = 0, i = 0; i < exact.operations.size(); ++i) {
    widest = std::max(widest, response.times[at + 1]);
    at += 5 + 2 * exact.operations[i].enter.size();
  }
  return widest;
}

void check_times(const RunResult& run, const reference::Outcome& exact, const Response& response) {
  const auto found = times(run), right = times(exact);
  REQUIRE(found.size() == right.size());
  for (std::size_t i = 0; i < found.size(); ++i) {
    CAPTURE(i, found[i] - right[i], response.times[i]);
    CHECK(std::abs(found[i] - right[i]) <= 1 + response.times[i]);
  }
}

/// Whole flows move exactly their payload. A flow that is stopped on its way has moved whole bytes, and how many
/// depends on the others' times.
void check_links(const RunResult& run, const reference::Outcome& exact, const Response& response) {
  std::map<std::string, Bytes> found;
  for (const LinkResult& link : run.links) found[link.id] = link.bytes;
  for (const auto& [link, carried] : exact.links) {
    CAPTURE(link, carried.bytes, found[link]);
    // What was exactly a whole byte may have become one less by the rounding of a double.
    const Real cutting = carried.cut_off * (1 + 1e-6L);
    const Real allowed = carried.cut_off == 0 ? 0 : response.link_bytes.at(link) + cutting;
    CHECK(std::abs(static_cast<Real>(found[link]) - carried.bytes) <= allowed);
  }
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
    const Response response = measure_response(world, exact);
    if (widest_end(exact, response) > 1000) ++sensitive;
    const Result result = simulate(yaml);
    REQUIRE(result.runs.size() == 1);
    check_times(result.runs[0], exact, response);
    check_links(result.runs[0], exact, response);
    check_ledgers(result.runs[0]);
  }
  // A tolerance above a nanosecond says little; few cases may have one.
  CHECK(sensitive * 20 < cases);
}

}  // namespace collsim::test
