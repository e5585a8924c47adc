#include "study/choose.h"

#include <algorithm>

#include "collective/groups_of_facts.h"
#include "study/trial.h"
#include "support/catch.h"
#include "support/measure.h"
#include "support/networks.h"
#include "support/recorder.h"
#include "support/simulate.h"
#include "workload/known_algorithms.h"

namespace collsim::test {
namespace {

using Catch::Matchers::ContainsSubstring;

Scenario parse(const std::string& yaml) { return parse_scenario(yaml, "test.yaml", known_algorithms()); }

std::string all_reduce(const std::string& more) {
  return "collectives: [{op: all_reduce, algorithm: auto, " + more + "}]\n";
}

const Chosen& chosen(const Result& result) { return only(result).chosen.value(); }

const Candidate& candidate(const std::vector<Candidate>& ranking, const std::string& algorithm) {
  static const Candidate none;
  const auto at =
      std::find_if(ranking.begin(), ranking.end(), [&](const Candidate& one) { return one.algorithm == algorithm; });
  return at == ranking.end() ? none : *at;
}

double time_by(const std::vector<Candidate>& ranking, const std::string& algorithm) {
  return candidate(ranking, algorithm).us.value_or(-1);
}

std::string note_of(const std::vector<Candidate>& ranking, const std::string& algorithm) {
  return candidate(ranking, algorithm).note;
}

/// What is tried for an all_reduce of lone chips at one switch, 12.5 GB/s and 2 us a message.
std::vector<Candidate> candidates_of(int ranks, Bytes size, std::int64_t most_messages, int most_at_once) {
  const Scenario scenario = parse(star(ranks, "12.5 GB/s") + "model: {alpha_start: 2 us}\n" + all_reduce("size: 8"));
  TrialOptions options;
  options.most_messages = most_messages;
  options.most_at_once = most_at_once;
  return simulate_candidates(scenario, scenario.collectives.at(0), size, lone_chips(ranks, 12.5), options);
}

}  // namespace

TEST_CASE("auto: simulate takes the fastest, at the time that it then has") {
  // Eight chips on a crossbar of 50 GB/s, 2 us a message: one_shot α + 7M/B, two_shot 2α + 14/8 M/B, the rest slower.
  const std::string star8 = star(8, "50 GB/s") + "model: {alpha_start: 2 us}\n";
  const auto run = [&](Bytes size) {
    return simulate(star8 + all_reduce("auto: simulate, size: " + std::to_string(size)));
  };
  // They meet at 2 us = (7 - 1.75) M / 50 GB/s.
  const double switch_size = 2e-6 * 50e9 / 5.25;
  const Result below = run(static_cast<Bytes>(switch_size) / 8 * 8 - 8);
  const Result above = run(static_cast<Bytes>(switch_size) / 8 * 8 + 8);
  CHECK(only(below).algorithm == "one_shot");
  CHECK(only(above).algorithm == "two_shot");
  CHECK(chosen(above).us() == time_us(only(above)));
  CHECK(chosen(above).by == "simulate");
  CHECK(chosen(above).runner_up()->algorithm == "one_shot");
  CHECK(chosen(above).margin().value() > 0);
}

TEST_CASE("auto: simulate tries each algorithm alone, whatever else the scenario holds") {
  const std::string quiet = star(4, "50 GB/s") + "model: {alpha_start: 2 us}\n";
  const std::string one = all_reduce("auto: simulate, size: 1 MiB");
  const std::string noise =
      "background: [{from: c0, to: c1, rate: 49 GB/s, start: 0 us, stop: 1 s}]\n"
      "stragglers: [{rank: c2, delay: 1 ms}]\n";
  const Result alone = simulate(quiet + one), disturbed = simulate(quiet + one + noise);
  CHECK(time_us(only(disturbed)) > time_us(only(alone)));
  CHECK(chosen(disturbed).us() == chosen(alone).us());
  CHECK(chosen(disturbed).algorithm == chosen(alone).algorithm);
}

TEST_CASE("auto: simulate weighs a protocol only where it can be the quicker one") {
  const std::string plain = star(4, "50 GB/s") + "model: {alpha_start: 2 us}\n" + all_reduce("auto: simulate, size: 8");
  const Result result = simulate(plain);
  for (const Candidate& one : chosen(result).ranking) CHECK(one.protocol == Protocol::simple);

  Scenario scenario = parse(plain);
  scenario.model.protocols[static_cast<std::size_t>(Protocol::ll)].alpha_start = AlphaStart{Duration(1'000'000), {}};
  const Scenario done = with_choices(scenario);
  // Half the α: no other protocol can follow at 8 B.
  CHECK(done.collectives.at(0).chosen.at(0).protocol == Protocol::ll);
}

TEST_CASE("auto: a large group and few bytes go by recursive doubling, and never by a linear fallback") {
  // 4096 chips, 16 KiB, α = 2 us, 12.5 GB/s: recursive doubling 12 (α + M/B), Rabenseifner 24 α + 2·4095/4096 M/B; rank
  // 0 alone 2·4095 M/B. Ring, one_shot and two_shot would send more messages than are tried, each for itself.
  const double alpha = 2, bytes_us = 16384 / 12.5e3;
  const std::vector<Candidate> ranking = candidates_of(4096, 16384, 500'000, 1000);
  CHECK(ranking.front().algorithm == "recursive_doubling");
  CHECK(ticks_apart(ranking.front().us.value(), 12 * (alpha + bytes_us)) <= 12 * 2);
  CHECK(note_of(ranking, "naive") == "not simulated: one rank has more than 1000 messages at once");
  CHECK(time_by(ranking, "rabenseifner") == Approx(24 * alpha + 2 * 4095 / 4096.0 * bytes_us).epsilon(1e-3));
  for (const std::string algorithm : {"ring", "one_shot", "two_shot"})
    CHECK(note_of(ranking, algorithm) == "not simulated: more than 500000 messages");
}

TEST_CASE("auto: one rank more never doubles the time") {
  // Of those with no message from each to each. Nor for recursive doubling alone, of 7 rounds for 128 ranks and of 9
  // for 129: 9/7.
  double before = 0, doubling_before = 0;
  for (int p = 120; p <= 136; ++p) {
    CAPTURE(p);
    const std::vector<Candidate> ranking = candidates_of(p, 32768, 10'000, 1000);
    const double now = ranking.front().us.value(), doubling = time_by(ranking, "recursive_doubling");
    if (before > 0) CHECK(now <= 2 * before);
    if (before > 0) CHECK(doubling <= 9 / 7.0 * doubling_before + 1e-3);
    before = now;
    doubling_before = doubling;
  }
}

TEST_CASE("auto: every size of a sweep has its own choice, the same as alone") {
  const std::string star8 = star(8, "50 GB/s") + "model: {alpha_start: 2 us}\n";
  const Result sweep = simulate(star8 + all_reduce("auto: simulate, sizes: [1 KiB, 1 MiB]"));
  REQUIRE(sweep.runs.size() == 2);
  CHECK(sweep.runs[0].collectives.at(0).algorithm == "one_shot");
  CHECK(sweep.runs[1].collectives.at(0).algorithm == "two_shot");
  const Result alone = simulate(star8 + all_reduce("auto: simulate, size: 1 MiB"));
  CHECK(time_us(sweep.runs[1].collectives.at(0)) == time_us(only(alone)));
}

TEST_CASE("auto: two groups of a scenario are chosen for on their own, equal ones alike") {
  const Result result = simulate(
      two_leaves(4, "50 GB/s", "5 GB/s") + "model: {alpha_start: 2 us}\n" +
      "collectives:\n"
      "- {id: left, op: all_reduce, algorithm: auto, auto: simulate, ranks: \"c[0-3]\", size: 1 MiB}\n"
      "- {id: again, op: all_reduce, algorithm: auto, auto: simulate, ranks: \"c[0-3]\", size: 1 MiB, after: left}\n"
      "- {id: all, op: all_reduce, algorithm: auto, auto: simulate, size: 1 MiB, after: again}\n"
      "- {id: named, op: all_reduce, algorithm: naive, size: 1 MiB, after: all}\n");
  const Chosen& left = collective(result, "left").chosen.value();
  CHECK(left.us() == collective(result, "again").chosen->us());
  CHECK(left.us() != collective(result, "all").chosen->us());
  CHECK_FALSE(collective(result, "named").chosen.has_value());
}

TEST_CASE("auto: the choice is made again to the same bytes") {
  const std::string yaml =
      star(6, "50 GB/s") + "model: {alpha_start: 2 us}\n" + all_reduce("auto: simulate, sizes: [8, 4 KiB, 1 MiB]");
  CHECK(json_of(simulate(yaml)) == json_of(simulate(yaml)));
}

TEST_CASE("auto: a stop ends the choice") {
  std::stop_source stop;
  stop.request_stop();
  CHECK_THROWS_AS(
      with_choices(parse(star(4, "50 GB/s") + all_reduce("auto: simulate, size: 8")), {stop.get_token(), {}}),
      Interrupted);
}

TEST_CASE("auto: progress counts the candidates") {
  std::vector<std::string> told;
  std::size_t last = 0, all = 0;
  with_choices(parse(star(4, "50 GB/s") + all_reduce("id: grad, auto: simulate, size: 1 KiB")),
               {{}, [&](const std::string& what, std::size_t done, std::size_t of) {
                  told.push_back(what);
                  last = done;
                  all = of;
                }});
  REQUIRE(!told.empty());
  CHECK(told.front() == "grad, 1 KiB: ring");
  CHECK(last + 1 == all);
  CHECK(told.size() == all);
}

TEST_CASE("auto: a scenario without it is left as it is") {
  const Scenario scenario = with_choices(parse(star(4, "50 GB/s") + "collectives: [{op: all_reduce, size: 8}]\n"));
  CHECK(scenario.collectives.at(0).chosen.empty());
  CHECK(scenario.collectives.at(0).algorithm == "ring");
}

TEST_CASE("auto: nothing that the switches cannot do is chosen, and a group over nodes never gets nvls") {
  // Two boards of eight whose own switches reduce, joined by a switch that does not.
  const std::string boards = topology(
      "{id: \"c[0-15]\", kind: chip}, {id: \"sw[0-1]\", kind: switch, reduces: true, multicasts: true}, "
      "{id: leaf, kind: switch}",
      "{from: \"c[0-7]\", to: sw0, bandwidth: 450 GB/s, tier: c2c}, "
      "{from: \"c[8-15]\", to: sw1, bandwidth: 450 GB/s, tier: c2c}, "
      "{from: \"sw[0-1]\", to: leaf, bandwidth: 400 GB/s, tier: b2b}");
  for (const std::string preset : {"nccl", "vllm", "simulate"}) {
    CAPTURE(preset);
    const Result result =
        simulate(boards + "model: {alpha_start: 2 us}\n" + all_reduce("auto: " + preset + ", size: 64 MiB"));
    CHECK(only(result).algorithm != "nvls");
    CHECK(time_us(only(result)) > 0);
    CHECK(time_by(chosen(result).ranking, "nvls") < 0);
  }
}

TEST_CASE("switch points: two closed forms meet where bisection finds it") {
  // As above: one_shot below 2 us · 50 GB/s / 5.25, two_shot from there on; found to a 64th.
  const Scenario scenario =
      parse(star(8, "50 GB/s") + "model: {alpha_start: 2 us}\n" + all_reduce("auto: simulate, size: 8"));
  Chooser chooser(scenario);
  const std::vector<SwitchPoint> points = switch_points(chooser, scenario, 0);
  REQUIRE(points.size() == 2);
  CHECK(points[0].from == 8);
  CHECK(points[0].chosen.algorithm == "one_shot");
  CHECK(points[1].chosen.algorithm == "two_shot");
  CHECK(static_cast<double>(points[1].from) == Approx(2e-6 * 50e9 / 5.25).epsilon(1.0 / 64 + 1e-3));
}

TEST_CASE("switch points: a vllm threshold is found to the byte") {
  const Scenario scenario = parse(star(4, "300 GB/s") + all_reduce("auto: vllm, size: 8"));
  Chooser chooser(scenario);
  const std::vector<SwitchPoint> points = switch_points(chooser, scenario, 0);
  REQUIRE(points.size() == 2);
  CHECK(points[1].from == 512 * 1024);
}

TEST_CASE("switch points: of a collective whose algorithm is named they are NCCL's, between whole elements") {
  const Scenario scenario = parse(star(8, "300 GB/s") + "collectives: [{op: all_reduce, dtype: double, size: 8}]\n");
  Chooser chooser(scenario);
  for (const SwitchPoint& point : switch_points(chooser, scenario, 0)) {
    CHECK(point.chosen.by == "nccl");
    CHECK(point.from % 8 == 0);
  }
}

}  // namespace collsim::test
