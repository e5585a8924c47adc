#include "support/reference_simulator.h"

#include <utility>

#include "support/catch.h"
#include "support/random_case.h"
#include "support/reference_rates.h"
#include "support/reference_schedule.h"

namespace collsim::test::reference {
namespace {

constexpr std::int64_t GB = 1000000000;
constexpr Picoseconds us = 1000000, ms = 1000 * us;

/// `chips` around one switch.
Case star(std::size_t chips, std::int64_t bandwidth, Picoseconds link_latency = 0) {
  Case world;
  world.nodes.push_back({"sw", NodeKind::switch_, false, 0});
  for (std::size_t i = 0; i < chips; ++i) {
    world.nodes.push_back({"c" + std::to_string(i), NodeKind::chip, false, 0});
    world.links.push_back({i + 1, 0, bandwidth, link_latency, Duplex::full, 1});
  }
  return world;
}

Collective on_all(const Case& world, Algorithm algorithm, std::int64_t size) {
  Collective c;
  c.algorithm = algorithm;
  c.size = size;
  for (std::size_t i = 0; i < world.nodes.size(); ++i)
    if (world.nodes[i].kind == NodeKind::chip) c.ranks.push_back(i);
  return c;
}

Collective message(std::size_t from, std::size_t to, std::int64_t size) {
  Collective c;
  c.algorithm = Algorithm::send_recv;
  c.ranks = {from, to};
  c.size = size;
  return c;
}

Case with(Case world, std::vector<Collective> collectives) {
  world.collectives = std::move(collectives);
  return world;
}

double end_us(const Case& world, std::size_t operation = 0) {
  return static_cast<double>(run(world).operations.at(operation).end / us);
}

/// Long double carries 64 bits; the sums here have a few hundred terms.
Catch::Approx exactly(double value) { return Catch::Approx(value).epsilon(1e-13); }

std::vector<double> rounded(const std::vector<Real>& rates) { return {rates.begin(), rates.end()}; }

void check_rates(const std::vector<Real>& capacity, const std::vector<Claim>& claims,
                 const std::vector<double>& right) {
  const auto rates = max_min_rates(capacity, claims);
  REQUIRE(rates.size() == right.size());
  for (std::size_t i = 0; i < right.size(); ++i) CHECK(rounded(rates)[i] == exactly(right[i]));
  CHECK(respects_capacity(capacity, claims, rates));
  CHECK(everyone_has_a_bottleneck(capacity, claims, rates));
}

}  // namespace

TEST_CASE("reference: progressive filling gives the textbook's answers") {
  // Unit links AC, DE, BC, CE; flows A-C-E, B-C, B-C, D-E, B-C-E: B-C is full at 1/3 each, C-E leaves A-C-E 2/3.
  check_rates({1, 1, 1, 1}, {{{0, 3}}, {{2}}, {{2}}, {{1}}, {{2, 3}}}, {2.0 / 3, 1.0 / 3, 1.0 / 3, 1, 1.0 / 3});
  // One link of 10, demands 2, 2.6, 4, 5: what the first two leave is 5.4, less than the others want.
  check_rates({10}, {{{0}, 2}, {{0}, 2.6L}, {{0}, 4}, {{0}, 5}}, {2, 2.6, 2.7, 2.7});
  // Weights 2.5, 4, 0.5, 1 and demands 4, 2, 10, 4 on 16: three are content, 6 are left for the third.
  check_rates({16}, {{{0}, 4, 2.5L}, {{0}, 2, 4}, {{0}, 10, 0.5L}, {{0}, 4, 1}}, {4, 2, 6, 4});
  // Weights 2, 4, 3, 1 and demands 6, 5, 10, 5 on 20: only the second is content; 15 are split as 2 : 3 : 1.
  check_rates({20}, {{{0}, 6, 2}, {{0}, 5, 4}, {{0}, 10, 3}, {{0}, 5, 1}}, {5, 5, 7.5, 2.5});
}

TEST_CASE("reference: the certificate refuses an allocation that is feasible but not fair") {
  const std::vector<Claim> claims{{{0}}, {{0}}};
  CHECK(everyone_has_a_bottleneck({10}, claims, {5, 5}));
  CHECK_FALSE(everyone_has_a_bottleneck({10}, claims, {4, 6}));
  CHECK_FALSE(everyone_has_a_bottleneck({10}, claims, {4, 4}));
  CHECK_FALSE(respects_capacity({10}, claims, {5, 5.1L}));
}

TEST_CASE("reference: equal shares leave unused what a flow held back elsewhere does not take") {
  // Link 0 (10) carries flows a and b, link 1 (2) carries b: C/F gives a 5 although b takes 2 only.
  const std::vector<Claim> claims{{{0}}, {{0, 1}}};
  CHECK(rounded(equal_share_rates({10, 2}, claims)) == std::vector<double>{5, 2});
  CHECK(rounded(max_min_rates({10, 2}, claims)) == std::vector<double>{8, 2});
  CHECK(rounded(lone_rates({10, 2}, claims)) == std::vector<double>{10, 2});
}

TEST_CASE("reference: ring and all_to_all take what their closed forms say") {
  Case world = star(8, 25 * GB);
  world.alpha.whole = 10 * us;
  world.sync = GENERATE(Sync::barrier, Sync::dataflow);
  const double whole = 1e9 / 25e9 * 1e6, alpha = 10;
  CHECK(end_us(with(world, {on_all(world, Algorithm::ring_all_reduce, GB)})) == exactly(14 * (alpha + whole / 8)));
  CHECK(end_us(with(world, {on_all(world, Algorithm::ring_all_gather, GB)})) == exactly(7 * (alpha + whole / 8)));
  CHECK(end_us(with(world, {on_all(world, Algorithm::ring_reduce_scatter, GB)})) == exactly(7 * (alpha + whole / 8)));
  CHECK(end_us(with(world, {on_all(world, Algorithm::pairwise_all_to_all, GB)})) == exactly(7 * (alpha + whole / 8)));
  CHECK(end_us(with(world, {on_all(world, Algorithm::direct_all_to_all, GB)})) == exactly(alpha + whole * 7 / 8));
}

TEST_CASE("reference: the fixed cost of a message is both its ends, every link and every forwarding node") {
  Case world = star(2, 50 * GB, 350000);
  world.nodes[0].latency = 300000;
  world.alpha = {{}, 150000, 10000, 20000, 50000};
  world.utilization = 0.9375L;
  // Sender 220 ns, receiver 80 ns, path 350 + 300 + 350 ns; 1 MB at 0.9375 of 50 GB/s.
  const double transfer = 1e6 / (0.9375 * 50e9) * 1e6;
  CHECK(end_us(with(world, {message(1, 2, 1000000)})) == exactly(0.3 + 1.0 + transfer));
  CHECK(end_us(with(world, {message(1, 2, 0)})) == exactly(1.3));
  CHECK(run(with(world, {message(1, 2, 0)})).operations[0].delays.path == 1000000);
  CHECK(run(with(world, {message(1, 2, 0)})).operations[0].delays.startup == 300000);
  // The sender's last byte leaves before the path and the receiver's side.
  const Outcome outcome = run(with(world, {message(1, 2, 1000000)}));
  CHECK(static_cast<double>(outcome.operations[0].rank_end[0] / us) == exactly(0.22 + transfer));
}

TEST_CASE("reference: without the barrier a rank that only sends runs ahead of its messages' latency") {
  Case world = star(2, 50 * GB, 5 * us);
  Collective c = message(1, 2, 1000000);
  c.chunks = 4;
  const double transfer = 1e6 / 50e9 * 1e6;
  world.sync = Sync::barrier;
  CHECK(end_us(with(world, {c})) == exactly(4 * 10 + transfer));
  world.sync = Sync::dataflow;
  CHECK(end_us(with(world, {c})) == exactly(10 + transfer));
}

TEST_CASE("reference: a late rank delays a ring by all it is late, since it still has to make all its sends") {
  Case world = star(8, 50 * GB);
  world.sync = GENERATE(Sync::barrier, Sync::dataflow);
  world.stragglers = {{4, 10 * ms}};
  const Outcome outcome = run(with(world, {on_all(world, Algorithm::ring_all_reduce, GB)}));
  CHECK(static_cast<double>(outcome.operations[0].end / ms) == exactly(45));
  CHECK(outcome.operations[0].enter[3] == 10 * ms);
  CHECK(outcome.operations[0].delays.waiting == 10 * ms);
}

TEST_CASE("reference: duplex decides whether two flows of one link meet") {
  const auto [duplex, opposite, together] = GENERATE(
      table<Duplex, double, double>({{Duplex::half, 40, 40}, {Duplex::full, 20, 40}, {Duplex::uncontended, 20, 20}}));
  Case world = star(3, 50 * GB);
  world.links[0].duplex = duplex;
  for (std::size_t other : {1u, 2u}) world.links[other].bandwidth = 1000 * GB;
  CHECK(end_us(with(world, {message(1, 2, GB), message(3, 1, GB)}), 1) == exactly(opposite * 1000));
  CHECK(end_us(with(world, {message(1, 2, GB), message(1, 3, GB)}), 1) == exactly(together * 1000));
}

TEST_CASE("reference: a step's rates stay as they were solved, or rise when a flow gives its share back") {
  // all_to_all of 3 bytes between two ranks: blocks of 2 and 1 bytes, opposite ways over one shared GB/s. Half each;
  // the short one ends after 2 ns. The other has 1 byte left, 1 ns at the full rate or 2 ns at half of it.
  Case world;
  world.nodes = {{"a", NodeKind::chip, false, 0}, {"b", NodeKind::chip, false, 0}};
  world.links = {{0, 1, GB, 0, Duplex::half, 1}};
  world.collectives = {on_all(world, Algorithm::direct_all_to_all, 3)};
  world.rates = Rates::progressive;
  CHECK(end_us(world) == exactly(0.003));
  world.rates = Rates::per_step;
  CHECK(end_us(world) == exactly(0.004));
}

TEST_CASE("reference: capacity changes and failures take effect at their moment") {
  Case world = star(2, 50 * GB);
  world.collectives = {message(1, 2, 1000000)};  // 20 us undisturbed
  world.events = {{5 * us, 0, false, Event::Change::bandwidth, 25 * GB}};
  CHECK(end_us(world) == exactly(5 + 2 * 15));
  world.events = {{5 * us, 0, true, Event::Change::bandwidth, 25 * GB}};
  CHECK(end_us(world) == exactly(20));
  world.events = {{5 * us, 1, true, Event::Change::down, 0}, {12 * us, 1, true, Event::Change::up, 0}};
  CHECK(end_us(world) == exactly(20 + 7));
  CHECK(run(world).operations[0].delays.waiting == 7 * us);
}

TEST_CASE("reference: background takes its share from its start to its stop or its last byte") {
  Case world = star(3, 50 * GB);
  world.collectives = {message(1, 2, 1000000)};  // 20 us undisturbed
  world.background = {{3, 2, 20 * GB, {}, 5 * us, 10 * us}};
  // For 5 us at 30 instead of 50 GB/s: 100 kB less, 2 us more.
  CHECK(end_us(world) == exactly(22));
  world.background = {{3, 2, {}, 100000, 5 * us, {}}};
  // 100 kB take 4 us at half; meanwhile the message moved 100 kB too, 2 us late.
  CHECK(end_us(world) == exactly(22));
  CHECK(static_cast<double>(run(world).links.at("sw->c1").bytes) == exactly(1100000));
}

TEST_CASE("reference: an operation waits for those it comes after") {
  Case world = star(2, 50 * GB);
  Collective second = message(1, 2, 1000000);
  second.after = {0};
  second.start = 3 * us;
  CHECK(end_us(with(world, {message(1, 2, 1000000), second}), 1) == exactly(40));
}

TEST_CASE("reference: uneven blocks load each link of a ring with all but two of them") {
  // 11 elements in 4 blocks are 3, 3, 3, 2. Reducing, rank r sends every block but r + 1; gathering, every one but r
  // + 2.
  Case world = star(4, 50 * GB);
  const Outcome outcome = run(with(world, {on_all(world, Algorithm::ring_all_reduce, 11)}));
  const std::int64_t block[] = {3, 3, 3, 2};
  for (std::size_t r = 0; r < 4; ++r)
    CHECK(outcome.links.at("c" + std::to_string(r) + "->sw").bytes == 22 - block[(r + 1) % 4] - block[(r + 2) % 4]);
}

TEST_CASE("reference: a buffer is cut into channels, then chunks, then blocks") {
  Collective c;
  c.ranks = {0, 1, 2};
  c.size = 17;
  c.channels = 2;
  c.chunks = 2;
  c.algorithm = Algorithm::pairwise_all_to_all;
  // 9 + 8 elements; 5 + 4 and 4 + 4; blocks 2 2 1, 2 1 1 and 2 1 1, 2 1 1. Rank 0 sends block 1, then block 2.
  const auto first = channel_steps(c, 0), second = channel_steps(c, 1);
  REQUIRE(first.size() == 4);
  CHECK(first[0][0].bytes == 2);
  CHECK(first[1][0].bytes == 1);
  CHECK(first[2][0].bytes == 1);
  CHECK(second[0][2].bytes == 2);
}

TEST_CASE("reference: a flow held back by one tick a step delays an idle ring by one tick a step") {
  Case world = star(4, 50 * GB, 350000);
  world.collectives = {on_all(world, Algorithm::ring_all_reduce, 1000000)};
  const Real plain = run(world).operations[0].end;
  const Real held_back = run(world, [] { return Real{1}; }).operations[0].end;
  CHECK(static_cast<double>(held_back - plain) == Catch::Approx(6).margin(1e-6));
}

TEST_CASE("reference: the random cases cover what may meet in a scenario") {
  int dataflow = 0, per_step = 0, late = 0, failing = 0, shared = 0, tiny = 0;
  for (std::uint64_t seed = 1; seed <= 300; ++seed) {
    const Case world = random_case(seed);
    dataflow += world.sync == Sync::dataflow;
    per_step += world.rates == Rates::per_step;
    late += !world.stragglers.empty();
    shared += world.collectives.size() > 1;
    for (const Event& e : world.events) failing += e.change == Event::Change::down;
    for (const Collective& c : world.collectives)
      tiny += c.size / c.element < static_cast<std::int64_t>(c.ranks.size());
  }
  CHECK(dataflow > 100);
  CHECK(per_step > 15);
  CHECK(late > 75);
  CHECK(failing > 30);
  CHECK(shared > 150);
  CHECK(tiny > 30);
}

}  // namespace collsim::test::reference
