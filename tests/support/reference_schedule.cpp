#include "support/reference_schedule.h"

namespace collsim::test::reference {
namespace {

/// Steps of one chunk of `elements` elements among `n` ranks.
class Chunk {
 public:
  Chunk(std::int64_t elements, std::int64_t element_size, std::size_t n)
      : elements_(elements), element_size_(element_size), n_(n) {}

  std::vector<std::vector<Transfer>> steps(Algorithm algorithm) const {
    std::vector<std::vector<Transfer>> all;
    switch (algorithm) {
      case Algorithm::ring_all_reduce:
        append_ring(all, 0);
        append_ring(all, 1);
        break;
      case Algorithm::ring_all_gather:
        append_ring(all, 0);
        break;
      case Algorithm::ring_reduce_scatter:
        append_ring(all, n_ - 1);
        break;
      case Algorithm::pairwise_all_to_all:
        for (std::size_t distance = 1; distance < n_; ++distance) all.push_back(exchange(distance));
        break;
      case Algorithm::direct_all_to_all:
        append_direct(all);
        break;
      case Algorithm::send_recv:
        append_messages(all);
        break;
    }
    return all;
  }

 private:
  std::int64_t block_bytes(std::size_t b) const { return block_elements(elements_, n_, b % n_) * element_size_; }

  /// N−1 steps; in step t rank r sends block r + first − t to r + 1.
  void append_ring(std::vector<std::vector<Transfer>>& all, std::size_t first) const {
    for (std::size_t t = 0; t + 1 < n_; ++t) {
      std::vector<Transfer> step;
      for (std::size_t r = 0; r < n_; ++r) step.push_back({r, (r + 1) % n_, block_bytes(r + first + n_ - t)});
      all.push_back(step);
    }
  }

  /// Every rank to the one `distance` after it: the block that belongs there.
  std::vector<Transfer> exchange(std::size_t distance) const {
    std::vector<Transfer> step;
    for (std::size_t r = 0; r < n_; ++r) step.push_back({r, (r + distance) % n_, block_bytes(r + distance)});
    return step;
  }

  void append_direct(std::vector<std::vector<Transfer>>& all) const {
    std::vector<Transfer> step;
    for (std::size_t distance = 1; distance < n_; ++distance)
      for (const Transfer& t : exchange(distance)) step.push_back(t);
    if (!step.empty()) all.push_back(step);
  }

  void append_messages(std::vector<std::vector<Transfer>>& all) const {
    if (n_ < 2) return;
    std::vector<Transfer> step;
    for (std::size_t r = 0; r < (n_ == 2 ? 1 : n_); ++r) step.push_back({r, (r + 1) % n_, elements_ * element_size_});
    all.push_back(step);
  }

  std::int64_t elements_, element_size_;
  std::size_t n_;
};

}  // namespace

std::int64_t block_elements(std::int64_t elements, std::size_t n, std::size_t b) {
  const auto parts = static_cast<std::int64_t>(n);
  return elements / parts + (static_cast<std::int64_t>(b) < elements % parts ? 1 : 0);
}

std::vector<std::vector<Transfer>> channel_steps(const Collective& collective, std::size_t channel) {
  const auto chunks = static_cast<std::size_t>(collective.chunks);
  const std::int64_t elements =
      block_elements(collective.size / collective.element, static_cast<std::size_t>(collective.channels), channel);
  std::vector<std::vector<Transfer>> all;
  for (std::size_t c = 0; c < chunks; ++c) {
    const Chunk chunk(block_elements(elements, chunks, c), collective.element, collective.ranks.size());
    for (auto& step : chunk.steps(collective.algorithm)) all.push_back(std::move(step));
  }
  return all;
}

}  // namespace collsim::test::reference
