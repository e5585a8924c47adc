#pragma once

#include <string>
#include <vector>

#include "collective/program.h"

namespace collsim::test {

/// A network on which the closed forms hold: a crossbar where every message costs α = 10 us and a port carries
/// B = 25 GB/s each way.
constexpr double kAlphaUs = 10;
constexpr double kBytesPerUs = 25e3;

struct Case {
  std::string op;
  std::string algorithm;
  int ranks = 2;
  Bytes size = 0;
  std::string sync = "barrier";
  int chunks = 1;
  Rank root = 0;
  bool sender_pays = false;  ///< all of α before the first byte leaves; else on the route
};

/// Steps in a row, and the bytes that go through the busiest port in all of them.
struct Form {
  int steps = 0;
  Bytes bytes = 0;

  double us() const { return steps * kAlphaUs + static_cast<double>(bytes) / kBytesPerUs; }
};

double simulated_us(const Case& c);

/// Compares the simulator with the form to `ticks_per_step` ticks. One is right where no flow shares a link with
/// another or all that do end at one instant: the end of each is rounded up, and no other completion touches it.
void check_form(const Case& c, const Form& form, double ticks_per_step = 1);

/// 2 … 17, 32 and 64.
std::vector<int> numbers_of_ranks();

/// From 8 bytes to 8 GiB; few of them a multiple of anything.
std::vector<Bytes> any_sizes();

/// From `parts` bytes to about 8 GiB, all in equal parts.
std::vector<Bytes> even_sizes(int parts);

/// The most that `count` neighbours of n blocks hold: of `size` bytes each block has its n-th part, and the first
/// `size mod n` blocks one byte more.
Bytes largest_neighbours(Bytes size, int n, int count);

/// Steps with runs of 1, 2, 4 … neighbouring blocks, each the largest there is; the longest cut to what is still
/// missing of n: (n-1)/n of the bytes where the blocks are even.
Form doubling_runs(Bytes size, int n);

/// The bytes of block b mod n, of `size` bytes.
Bytes block_bytes(Bytes size, int n, int b);

/// Transfers of one rank in one step of the first chunk of the first channel.
std::vector<Transfer> sent_in_step(const Program& program, int step, Rank rank);

}  // namespace collsim::test
