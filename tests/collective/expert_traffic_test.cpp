// Mixture-of-experts traffic: what is drawn, and the mean of it.

#include "collective/expert_traffic.h"

#include <cmath>
#include <map>
#include <numeric>

#include "collective/expert_odds.h"
#include "support/catch.h"

using namespace collsim;

namespace {

std::vector<int> each_alone(std::size_t experts) {
  std::vector<int> bounds(experts + 1);
  std::iota(bounds.begin(), bounds.end(), 0);
  return bounds;
}

/// By the definition, over all orders in which a token can draw its experts: the chance of each set, as a mask.
void walk(const Popularity& popularity, int left, unsigned drawn, double chance, std::map<unsigned, double>& sets) {
  if (left == 0) {
    sets[drawn] += chance;
    return;
  }
  double all = 0;
  for (std::size_t e = 0; e < popularity.size(); ++e)
    if ((drawn >> e & 1U) == 0) all += static_cast<double>(popularity[e]);
  for (std::size_t e = 0; e < popularity.size(); ++e) {
    if ((drawn >> e & 1U) != 0 || popularity[e] == 0) continue;
    walk(popularity, left - 1, drawn | 1U << e, chance * static_cast<double>(popularity[e]) / all, sets);
  }
}

std::map<unsigned, double> sets_of(const Popularity& popularity, int top_k) {
  std::map<unsigned, double> sets;
  walk(popularity, top_k, 0, 1, sets);
  return sets;
}

double choose(int n, int k) {
  double ways = 1;
  for (int i = 0; i < k; ++i) ways = ways * (n - i) / (i + 1);
  return ways;
}

ExpertTraffic traffic(Popularity popularity, int top_k, std::int64_t tokens, bool deduplicate, bool sampled) {
  ExpertTraffic t;
  t.tokens = tokens;
  t.top_k = top_k;
  t.popularity = std::move(popularity);
  t.hidden = 16;
  t.element = 2;
  t.deduplicate = deduplicate;
  t.sampled = sampled;
  return t;
}

const Popularity kUnequal{7, 1, 0, 3, 12, 2};

}  // namespace

TEST_CASE("popularity: scaled to 2^32 for the most wanted, and at least 1 for who is wanted at all") {
  const std::vector<double> wanted{0.5, 0, 2, 1e-12};
  CHECK(scaled_popularity(wanted) == Popularity{std::uint64_t{1} << 30, 0, std::uint64_t{1} << 32, 1});
  CHECK(zipf_popularity(3, 0) == Popularity(3, std::uint64_t{1} << 32));
  // 2^32 over 1, 2, 3, 4, to the nearest.
  CHECK(zipf_popularity(4, 1) == Popularity{4294967296, 2147483648, 1431655765, 1073741824});
}

TEST_CASE("odds: as by enumeration of all draws, for single experts and for groups") {
  const std::vector<int> groups{0, 2, 2, 5, 6};
  for (int top_k = 1; top_k <= 5; ++top_k) {
    const auto sets = sets_of(kUnequal, top_k);
    for (const std::vector<int>& bounds : {each_alone(6), groups}) {
      const std::vector<double> chances = hit_chances(kUnequal, bounds, top_k);
      for (std::size_t g = 0; g + 1 < bounds.size(); ++g) {
        double expected = 0;
        const unsigned mask = (1U << bounds[g + 1]) - (1U << bounds[g]);
        for (const auto& [drawn, chance] : sets) expected += (drawn & mask) != 0 ? chance : 0;
        CAPTURE(top_k, g);
        CHECK(chances[g] == Approx(expected).margin(1e-12));
      }
    }
  }
}

TEST_CASE("odds: of equal experts a group of m is missed in C(E-m, k) of C(E, k) draws") {
  for (const int experts : {8, 64, 256}) {
    for (const int ranks : {1, 2, 8}) {
      const int m = experts / ranks;
      std::vector<int> bounds;
      for (int r = 0; r <= ranks; ++r) bounds.push_back(r * m);
      for (const int k : {1, 2, 8}) {
        CAPTURE(experts, ranks, k);
        for (const double chance : hit_chances(zipf_popularity(experts, 0), bounds, k))
          CHECK(chance == Approx(1 - choose(experts - m, k) / choose(experts, k)).epsilon(1e-12));
      }
    }
  }
}

TEST_CASE("odds: however unequal the popularities, top_k experts are drawn in the mean", "[property]") {
  for (const double exponent : {0.5, 1.0, 3.0, 16.0}) {
    for (const int top_k : {1, 8, 64}) {
      const std::vector<double> chances = hit_chances(zipf_popularity(64, exponent), each_alone(64), top_k);
      CAPTURE(exponent, top_k);
      CHECK(std::accumulate(chances.begin(), chances.end(), 0.0) == Approx(top_k).epsilon(1e-10));
    }
  }
}

TEST_CASE("draws: a token's experts are different, in order, and none that nobody wants") {
  std::mt19937_64 random(1);
  ExpertDraw draw(kUnequal, 5, random);
  for (int i = 0; i < 1000; ++i) {
    const auto experts = draw.next();
    CHECK(std::vector<int>(experts.begin(), experts.end()) == std::vector<int>{0, 1, 3, 4, 5});
  }
}

TEST_CASE("draws: every set of experts comes as often as it must, within five standard errors", "[property]") {
  constexpr int kTokens = 200'000;
  for (const int top_k : {1, 2, 3, 4}) {
    std::mt19937_64 random(7);
    ExpertDraw draw(kUnequal, top_k, random);
    std::map<unsigned, int> found;
    for (int i = 0; i < kTokens; ++i) {
      unsigned set = 0;
      for (const int e : draw.next()) set |= 1U << e;
      ++found[set];
    }
    for (const auto& [set, chance] : sets_of(kUnequal, top_k)) {
      CAPTURE(top_k, set);
      CHECK(std::abs(found[set] - kTokens * chance) <= 5 * std::sqrt(kTokens * chance * (1 - chance)));
      found.erase(set);
    }
    CHECK(found.empty());
  }
}

TEST_CASE("draws: the same on every machine") {
  // The standard fixes the generator: the 10 000th number of a default mt19937_64 is this ([rand.predef]).
  std::mt19937_64 standard;
  standard.discard(9'999);
  CHECK(standard() == 9'981'545'732'273'789'042ULL);
  // One expert of four alike, 2^32 each: the draw is the generator's number mod 2^34, over 2^32.
  std::mt19937_64 random(3), same(3);
  ExpertDraw draw(zipf_popularity(4, 0), 1, random);
  for (int i = 0; i < 1000; ++i) CHECK(draw.next()[0] == static_cast<int>(same() >> 32 & 3));
}

TEST_CASE("apportion: whole parts that add up, none further than 1 from its share, the first of equals first") {
  CHECK(apportion(10, std::vector<double>{1, 1, 1, 1}) == std::vector<std::int64_t>{3, 3, 2, 2});
  CHECK(apportion(10, std::vector<double>{1, 0, 2}) == std::vector<std::int64_t>{3, 0, 7});
  CHECK(apportion(0, std::vector<double>{1, 2}) == std::vector<std::int64_t>{0, 0});
  std::vector<double> shares;
  for (int i = 0; i < 100; ++i) shares.push_back(std::pow(i + 1, -1.1));
  const double all = std::accumulate(shares.begin(), shares.end(), 0.0);
  for (const std::int64_t total : {std::int64_t{1}, std::int64_t{99'999}, std::int64_t{1} << 52}) {
    const std::vector<std::int64_t> parts = apportion(total, shares);
    CHECK(std::accumulate(parts.begin(), parts.end(), std::int64_t{0}) == total);
    for (std::size_t i = 0; i < parts.size(); ++i) {
      const double exact = static_cast<double>(total) * (shares[i] / all);
      CHECK(std::abs(static_cast<double>(parts[i]) - exact) <= 1);
    }
  }
}

TEST_CASE("expert traffic: equal experts, in the mean, are the equal split exactly") {
  for (const int ranks : {1, 2, 8, 16}) {
    ExpertTraffic t = traffic(zipf_popularity(64, 0), 8, 1024, false, false);
    const ByteMatrix once_each = expert_matrix(t, ranks, 1);
    // 1024 tokens of 32 bytes, 8 times, over the ranks.
    CHECK(once_each ==
          ByteMatrix(ranks, std::vector<Bytes>(static_cast<std::size_t>(ranks * ranks), 1024 * 32 * 8 / ranks)));
    CHECK(once_each.largest_buffer() == 1024 * 32 * 8);
    t.deduplicate = true;
    const ByteMatrix merged = expert_matrix(t, ranks, 1);
    const int m = 64 / ranks;
    const double hit = 1 - choose(64 - m, 8) / choose(64, 8);
    for (Rank to = 0; to < ranks; ++to) {
      CHECK(merged.bytes(0, to) == merged.bytes(ranks - 1, to));
      CHECK(std::abs(static_cast<double>(merged.bytes(0, to)) - 1024 * 32 * hit) <= 2);  // an element
    }
  }
}

TEST_CASE("expert traffic: a token goes to top_k experts, and once to each rank that has some of them") {
  const Popularity popularity = zipf_popularity(32, 1);
  for (const std::uint64_t seed : {1U, 2U, 3U}) {
    const ByteMatrix each = expert_matrix(traffic(popularity, 8, 500, false, true), 8, seed);
    const ByteMatrix merged = expert_matrix(traffic(popularity, 8, 500, true, true), 8, seed);
    for (Rank r = 0; r < 8; ++r) {
      CHECK(each.sent_by(r) == Bytes{500} * 8 * 32);
      for (Rank to = 0; to < 8; ++to) {
        // The same draws: a rank of 4 experts gets between a quarter of the copies and all, and no token twice.
        CHECK(merged.bytes(r, to) <= each.bytes(r, to));
        CHECK(4 * merged.bytes(r, to) >= each.bytes(r, to));
        CHECK(merged.bytes(r, to) <= 500 * 32);
      }
    }
  }
}

TEST_CASE("expert traffic: the drawn bytes lie about the mean as independent tokens do", "[property]") {
  const Popularity popularity = zipf_popularity(24, 1.2);
  const std::vector<int> bounds{0, 5, 10, 15, 20, 24};  // 24 experts on 5 ranks: 5, 5, 5, 5, 4
  constexpr std::int64_t kTokens = 20'000;
  const ByteMatrix drawn = expert_matrix(traffic(popularity, 4, kTokens, true, true), 5, 11);
  const ByteMatrix mean = expert_matrix(traffic(popularity, 4, kTokens, true, false), 5, 11);
  const std::vector<double> chances = hit_chances(popularity, bounds, 4);
  for (Rank from = 0; from < 5; ++from) {
    for (Rank to = 0; to < 5; ++to) {
      const double chance = chances[static_cast<std::size_t>(to)];
      CAPTURE(from, to, chance);
      CHECK(std::abs(static_cast<double>(drawn.bytes(from, to)) / 32 - kTokens * chance) <=
            5 * std::sqrt(kTokens * chance * (1 - chance)));
      CHECK(std::abs(static_cast<double>(mean.bytes(from, to)) - 32 * kTokens * chance) <= 2);
    }
  }
}

TEST_CASE(
    "expert traffic: same seed, same bytes, another seed or layer, others, and a combine is its dispatch turned") {
  ExpertTraffic t = traffic(zipf_popularity(32, 1), 4, 300, true, true);
  const ByteMatrix first = expert_matrix(t, 8, 5);
  CHECK(first == expert_matrix(t, 8, 5));
  CHECK_FALSE(first == expert_matrix(t, 8, 6));
  t.layer = 1;
  const ByteMatrix next_layer = expert_matrix(t, 8, 5);
  CHECK_FALSE(first == next_layer);
  CHECK_FALSE(next_layer == expert_matrix(traffic(zipf_popularity(32, 1), 4, 300, true, true), 8, 6));
  t.combine = true;
  CHECK(expert_matrix(t, 8, 5) == next_layer.transposed());
}

TEST_CASE("expert traffic: ranks without experts get nothing") {
  const ByteMatrix m = expert_matrix(traffic(zipf_popularity(3, 0), 2, 10, false, true), 5, 1);
  for (Rank from = 0; from < 5; ++from) {
    CHECK(m.sent_by(from) == 10 * 2 * 32);
    CHECK(m.bytes(from, 3) + m.bytes(from, 4) == 0);
  }
}
