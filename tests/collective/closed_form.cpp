#include "collective/closed_form.h"

#include <algorithm>

#include "support/catch.h"
#include "support/measure.h"
#include "support/networks.h"
#include "support/simulate.h"

namespace collsim::test {

double simulated_us(const Case& c) {
  const std::string root = c.root > 0 ? ", root: " + std::to_string(c.root) : "";
  return time_us(star(c.ranks, "25 GB/s", c.sender_pays ? "0 ns" : "5 us") + "model: {sync: " + c.sync +
                 (c.sender_pays ? ", alpha_start: 10 us" : "") + "}\n" +
                 collectives({"{op: " + c.op + ", algorithm: " + c.algorithm + ", size: " + std::to_string(c.size) +
                              ", chunks: " + std::to_string(c.chunks) + root + "}"}));
}

void check_form(const Case& c, const Form& form, double ticks_per_step) {
  CAPTURE(c.op, c.algorithm, c.ranks, c.size, c.sync, c.chunks, form.steps, form.bytes);
  // A hundredth of a tick for the arithmetic of this comparison: 10 s in us have 1e-9 us to spare in a double.
  CHECK(ticks_apart(simulated_us(c), form.us()) <= form.steps * ticks_per_step + 0.01);
}

std::vector<int> numbers_of_ranks() {
  std::vector<int> ranks;
  for (int n = 2; n <= 17; ++n) ranks.push_back(n);
  ranks.insert(ranks.end(), {32, 64});
  return ranks;
}

std::vector<Bytes> any_sizes() { return {8, 1000, (1 << 20) + 1, Bytes{8} << 30}; }

std::vector<Bytes> even_sizes(int parts) { return {parts, Bytes{1000} * parts, (Bytes{8} << 30) / parts * parts}; }

Bytes largest_neighbours(Bytes size, int n, int count) { return size / n * count + std::min<Bytes>(size % n, count); }

Form doubling_runs(Bytes size, int n) {
  Form form;
  for (int run = 1; run < n; run *= 2, ++form.steps) {
    form.bytes += largest_neighbours(size, n, std::min(run, n - run));
  }
  return form;
}

Bytes block_bytes(Bytes size, int n, int b) { return size / n + ((b % n + n) % n < size % n ? 1 : 0); }

std::vector<Transfer> sent_in_step(const Program& program, int step, Rank rank) {
  std::vector<Transfer> transfers;
  program.sends({0, 0, 0, step}, rank, transfers);
  return transfers;
}

}  // namespace collsim::test
