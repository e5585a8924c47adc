#include "collective/expert_traffic.h"

#include <algorithm>
#include <cmath>
#include <numeric>

#include "collective/expert_odds.h"
#include "collective/problem.h"

namespace collsim {
namespace {

/// The first expert of each rank, and one more entry for their number.
std::vector<int> first_experts(int experts, int ranks) {
  std::vector<int> first{0};
  for (Rank r = 0; r < ranks; ++r) first.push_back(first.back() + static_cast<int>(part(experts, ranks, r)));
  return first;
}

/// How many tokens one rank sends to each, on the average for one token.
std::vector<double> mean_copies(const ExpertTraffic& traffic, const std::vector<int>& first) {
  if (traffic.deduplicate) return hit_chances(traffic.popularity, first, traffic.top_k);
  std::vector<int> each(traffic.popularity.size() + 1);
  std::iota(each.begin(), each.end(), 0);
  const std::vector<double> chances = hit_chances(traffic.popularity, each, traffic.top_k);
  std::vector<double> copies;
  for (std::size_t r = 0; r + 1 < first.size(); ++r) {
    copies.push_back(std::accumulate(chances.begin() + first[r], chances.begin() + first[r + 1], 0.0));
  }
  return copies;
}

/// In elements. All ranks send alike.
std::vector<std::int64_t> mean_row(const ExpertTraffic& traffic, const std::vector<int>& first) {
  const std::vector<double> copies = mean_copies(traffic, first);
  const double of_a_token =
      traffic.deduplicate ? std::accumulate(copies.begin(), copies.end(), 0.0) : static_cast<double>(traffic.top_k);
  const auto elements = static_cast<double>(traffic.tokens * traffic.hidden);
  return apportion(std::llround(elements * of_a_token), copies);
}

/// In tokens: how often each rank is among those that the draws of one rank's tokens lead to.
std::vector<std::int64_t> drawn_row(const ExpertTraffic& traffic, const std::vector<Rank>& rank_of, int ranks,
                                    ExpertDraw& draw) {
  std::vector<std::int64_t> row(static_cast<std::size_t>(ranks), 0);
  for (std::int64_t token = 0; token < traffic.tokens; ++token) {
    Rank last = -1;  // experts come in ascending order, and so do their ranks
    for (const int expert : draw.next()) {
      const Rank rank = rank_of[static_cast<std::size_t>(expert)];
      if (!traffic.deduplicate || rank != last) ++row[static_cast<std::size_t>(rank)];
      last = rank;
    }
  }
  return row;
}

void append_scaled(std::vector<Bytes>& bytes, const std::vector<std::int64_t>& row, Bytes factor) {
  for (const std::int64_t count : row) bytes.push_back(count * factor);
}

std::vector<Bytes> sampled_bytes(const ExpertTraffic& traffic, const std::vector<int>& first, std::uint64_t seed) {
  const int ranks = static_cast<int>(first.size()) - 1;
  std::vector<Rank> rank_of;
  for (Rank r = 0; r < ranks; ++r) rank_of.resize(static_cast<std::size_t>(first[static_cast<std::size_t>(r) + 1]), r);
  // Unlike a plain sum of the two, this keeps layer 1 of seed 1 apart from layer 0 of seed 2.
  std::seed_seq mixed{static_cast<std::uint32_t>(seed), static_cast<std::uint32_t>(seed >> 32),
                      static_cast<std::uint32_t>(traffic.layer), static_cast<std::uint32_t>(traffic.layer >> 32)};
  std::mt19937_64 random(mixed);
  ExpertDraw draw(traffic.popularity, traffic.top_k, random);
  std::vector<Bytes> bytes;
  for (Rank r = 0; r < ranks; ++r) {
    append_scaled(bytes, drawn_row(traffic, rank_of, ranks, draw), traffic.hidden * traffic.element);
  }
  return bytes;
}

std::vector<Bytes> mean_bytes(const ExpertTraffic& traffic, const std::vector<int>& first) {
  const std::vector<std::int64_t> row = mean_row(traffic, first);
  std::vector<Bytes> bytes;
  for (std::size_t r = 0; r < row.size(); ++r) append_scaled(bytes, row, traffic.element);
  return bytes;
}

}  // namespace

ByteMatrix expert_matrix(const ExpertTraffic& traffic, int ranks, std::uint64_t seed) {
  const std::vector<int> first = first_experts(static_cast<int>(traffic.popularity.size()), ranks);
  const ByteMatrix dispatch(ranks, traffic.sampled ? sampled_bytes(traffic, first, seed) : mean_bytes(traffic, first));
  return traffic.combine ? dispatch.transposed() : dispatch;
}

std::vector<std::int64_t> apportion(std::int64_t total, std::span<const double> shares) {
  const double all = std::accumulate(shares.begin(), shares.end(), 0.0);
  std::vector<std::int64_t> parts;
  std::vector<std::pair<std::int64_t, std::size_t>> order;  // minus the remainder, and whose it is
  std::int64_t left = total;
  for (std::size_t i = 0; i < shares.size(); ++i) {
    const double exact = static_cast<double>(total) * (shares[i] / all);
    parts.push_back(std::min(static_cast<std::int64_t>(std::floor(exact)), left));
    left -= parts.back();
    // In steps of 2^-20: what the last digit of a logarithm does must not decide.
    order.emplace_back(-static_cast<std::int64_t>((exact - std::floor(exact)) * 1048576), i);
  }
  std::sort(order.begin(), order.end());
  for (std::size_t i = 0; left > 0; i = (i + 1) % order.size(), --left) ++parts[order[i].second];
  return parts;
}

}  // namespace collsim
