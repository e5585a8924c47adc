// Background that comes and goes, chips that are slow, and jitter: seeded, and nothing else is random.

#include <algorithm>
#include <string>

#include <nlohmann/json.hpp>

#include "support/catch.h"
#include "support/measure.h"
#include "support/networks.h"
#include "support/recorder.h"
#include "support/simulate.h"

using namespace collsim;
using namespace collsim::test;

namespace {

std::string trunk() { return two_leaves(2, "100 GB/s", "10 GB/s"); }

std::string noise(const std::string& more) { return "noise: [{from: c1, to: c3, " + more + "}]\n"; }

const std::string kSend = collectives({send("s", "c0", "c2", "100 MB")});

}  // namespace

TEST_CASE("noise: a burst of rate R for a part of each period takes that part of the link") {
  // 4 of 10 GB/s for 1 ms in every 5, from 0 on. A period moves 6 MB and 40 MB: 100 MB take two of them (92 MB, 10 ms),
  // the first ms of the third (6 MB) and 2 MB at 10 GB/s.
  const Result r = simulate(trunk() + kSend + noise("rate: 4 GB/s, period: 5 ms, on: 1 ms"));
  CHECK(ticks_apart(time_us(collective(r, "s")), 11'200) <= 10);
  REQUIRE(r.runs[0].noise.size() == 1);
  CHECK(r.runs[0].noise[0].bursts == 3);
  CHECK(std::abs(static_cast<double>(r.runs[0].noise[0].bytes) - 12e6) <= 3);
  const Result duty = simulate(trunk() + kSend + noise("rate: 4 GB/s, period: 5 ms, duty: 0.2"));
  CHECK(time_us(collective(duty, "s")) == time_us(collective(r, "s")));
}

TEST_CASE("noise: a burst of a size shares the link until its bytes are through") {
  // 10 MB every 4 ms from 1 ms on, at half of 10 GB/s while both move: 2 ms each. 100 MB: 10 in the first ms, then in
  // each period of 4 ms 10 + 20 MB: three periods make 100.
  const Result r = simulate(trunk() + kSend + noise("size: 10 MB, period: 4 ms, phase: 1 ms"));
  CHECK(ticks_apart(time_us(collective(r, "s")), 13'000) <= 10);
  CHECK(r.runs[0].noise[0].bytes == 30'000'000);
  CHECK(r.runs[0].noise[0].left_out == 0);
}

TEST_CASE("noise: a burst that finds the one before under way is left out, and counted") {
  // 9 MB at half of 10 GB/s take 1.8 ms, so that every second of those that are due each ms is left out. In 2 ms the
  // message moves 9 MB beside a burst and 2 MB alone: 99 MB in 18 ms, and 1 MB more beside the tenth burst.
  const Result r = simulate(trunk() + kSend + noise("size: 9 MB, period: 1 ms"));
  CHECK(ticks_apart(time_us(collective(r, "s")), 18'200) <= 20);
  CHECK(r.runs[0].noise[0].bursts == 10);
  CHECK(r.runs[0].noise[0].left_out == 9);
}

TEST_CASE("noise: it stops when it is told to, and starts when it is told to") {
  // As the first, but only the burst at 5 ms lies between 2 and 8 ms: 4 MB more than alone, 0.4 ms.
  const Result r = simulate(trunk() + kSend + noise("rate: 4 GB/s, period: 5 ms, on: 1 ms, start: 5 ms, stop: 8 ms"));
  CHECK(ticks_apart(time_us(collective(r, "s")), 10'400) <= 5);
}

TEST_CASE("noise: a random phase and jitter follow from the seed, and stay within what is stated") {
  const std::string wild = noise("rate: 10 GB/s, period: 5 ms, on: 1 ms, phase: random, jitter: 2 ms");
  const Result a = simulate(trunk() + kSend + wild), same = simulate(trunk() + kSend + wild);
  CHECK(json_of(a) == json_of(same));
  bool any_other = false;
  for (int seed = 2; seed <= 9; ++seed) {
    const double t =
        time_us(collective(simulate(trunk() + "seed: " + std::to_string(seed) + "\n" + kSend + wild), "s"));
    any_other = any_other || t != time_us(collective(a, "s"));
    // Each burst that is met costs half a millisecond at most (the link is shared alike for 1 ms); 10 to 12 ms meet
    // from one to four.
    CHECK(t >= 10'000);
    CHECK(t <= 12'000 + 1e-3);
  }
  CHECK(any_other);
}

TEST_CASE("noise: the run ends beside noise that would not, and its end is the work's") {
  const Result r = simulate(trunk() + collectives({send("s", "c0", "c2", "10 MB")}) +
                            noise("rate: 1 GB/s, period: 1 ms, on: 0.1 ms, start: 1 s"));
  CHECK(ticks_apart(makespan_us(r), 1000) <= 1);
  CHECK(r.runs[0].noise[0].bursts == 0);
}

TEST_CASE("noise: blocked work is told even though noise would go on for ever") {
  const std::string yaml = trunk() + kSend + "events: [{at: 1 ms, link: 'c0->left', state: down}]\n" +
                           noise("rate: 1 GB/s, period: 1 ms, on: 0.1 ms");
  CHECK_THROWS_WITH(simulate(yaml), Catch::Matchers::Contains("c0->left"));
}

TEST_CASE("slow chips: injection and the chip's own alpha take the factor, and nothing else does") {
  // A ring of four on a star of 10 GB/s with 2 us of α at the sender and 1 us at the receiver; c2 is three times as
  // slow. A step is as long as its slowest message: 10 MB / (10/3 GB/s) + 3·2 us + 1 us of c2's, six times. c2 as the
  // receiver (2 + 3 us) is quicker than that.
  const std::string model = "model: {alpha_start: {ddr_read: 2 us, ddr_write: 1 us}}\n";
  const std::string ring = "collectives: [{id: g, op: all_reduce, algorithm: ring, size: 40 MB}]\n";
  const std::string slow = "stragglers: [{rank: c2, slow: 3}]\n";
  const double plain = time_us(star(4, "10 GB/s") + model + ring);
  CHECK(ticks_apart(plain, 6 * (1000 + 3)) <= 12);
  CHECK(ticks_apart(time_us(star(4, "10 GB/s") + model + ring + slow), 6 * (3000 + 7)) <= 18);
  // A link that is set anew stays slow by the factor.
  const std::string event = "events: [{at: 0 s, link: 'c2->sw', bandwidth: 5 GB/s}]\n";
  CHECK(ticks_apart(time_us(star(4, "10 GB/s") + model + ring + slow + event), 6 * (6000 + 7)) <= 18);
}

TEST_CASE("jitter: a chain of messages takes the sum of its draws, and a barrier the greatest of each step") {
  // Exponential jitter of mean m, N = 8, 14 steps of a ring with no bytes to speak of. A barrier step takes the
  // greatest of 8 draws: m·H(8) on average, with variance m²·Σ1/i² (i = 1…8). Over 200 seeds the mean of 14 steps is
  // within five of its standard errors.
  const double m = 10, harmonic = 1 + 1 / 2. + 1 / 3. + 1 / 4. + 1 / 5. + 1 / 6. + 1 / 7. + 1 / 8.;
  const double squares = 1 + 1 / 4. + 1 / 9. + 1 / 16. + 1 / 25. + 1 / 36. + 1 / 49. + 1 / 64.;
  const std::string yaml = star(8, "400 GB/s") +
                           "model: {jitter: {distribution: exponential, mean: 10 us}}\n"
                           "collectives: [{op: all_reduce, algorithm: ring, size: 8 B}]\n";
  constexpr int seeds = 200;
  double sum = 0, least = 1e9, most = 0;
  for (int seed = 1; seed <= seeds; ++seed) {
    const double t = time_us("seed: " + std::to_string(seed) + "\n" + yaml);
    sum += t;
    least = std::min(least, t);
    most = std::max(most, t);
  }
  CHECK(least < most);
  CHECK(std::abs(sum / seeds - 14 * m * harmonic) <= 5 * m * std::sqrt(14 * squares / seeds));
  CHECK(time_us("seed: 7\n" + yaml) == time_us("seed: 7\n" + yaml));
}

TEST_CASE("stragglers: a delay is drawn for each operation of a chip") {
  // Two operations one after the other, c2 late by a drawn time in each: the two draws differ, and both are booked as
  // waiting.
  const Result r = simulate(star(4, "10 GB/s") +
                            "collectives: [{id: x, op: all_reduce, algorithm: ring, size: 40 MB}, "
                            "{id: y, op: all_reduce, algorithm: ring, size: 40 MB, after: x}]\n"
                            "stragglers: [{rank: c2, delay: {distribution: uniform, mean: 100 us}}]\n");
  const double x = time_us(collective(r, "x")) - 6000, y = time_us(collective(r, "y")) - 6000;
  for (const double late : {x, y}) {
    CHECK(late >= -1e-4);
    CHECK(late <= 200 + 1e-4);  // 0 to twice the mean
  }
  CHECK(x != y);
}
