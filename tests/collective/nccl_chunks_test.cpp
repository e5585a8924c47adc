#include "collective/nccl_chunks.h"

#include "collective/pipelining.h"
#include "support/catch.h"

using namespace collsim;

namespace {
constexpr Bytes MiB = 1 << 20;
}

TEST_CASE("NCCL's chunks: two nodes of eight move 16 channels times 8 heads times 128 KiB at once, 16 MiB") {
  const NcclCut cut{128 << 10, 16, 8, 2};
  CHECK(nccl_chunks("nvls_tree", cut, 64 * MiB) == 4);
  CHECK(nccl_chunks("nvls_tree", cut, 1024 * MiB) == 64);
  // Below 4 rounds of 16 MiB pieces have 64 KiB, below one round of those 32 KiB.
  CHECK(nccl_chunks("nvls_tree", cut, 32 * MiB) == 4);
  CHECK(nccl_chunks("nvls_tree", cut, 8 * MiB) == 1);
  CHECK(nccl_chunks("nvls_tree", cut, 7 * MiB) == 2);
  CHECK(nccl_chunks("nvls_tree", cut, 1) == 1);
}

TEST_CASE("NCCL's chunks: from four nodes on a tree's pieces have 64 KiB") {
  const NcclCut three{128 << 10, 16, 8, 3}, four{128 << 10, 16, 8, 4};
  CHECK(nccl_chunks("nvls_tree", four, 1024 * MiB) == 2 * nccl_chunks("nvls_tree", three, 1024 * MiB));
}

TEST_CASE("NCCL's chunks: NVLS halves its pieces below 64, 8 and 2 rounds") {
  const NcclCut cut{128 << 10, 16, 8, 1};
  CHECK(nccl_chunks("nvls", cut, 2048 * MiB) == 128);  // 128 rounds of 16 MiB
  CHECK(nccl_chunks("nvls", cut, 512 * MiB) == 64);    // 64 KiB: rounds of 8 MiB
  CHECK(nccl_chunks("nvls", cut, 32 * MiB) == 8);      // 32 KiB: rounds of 4 MiB
  CHECK(nccl_chunks("nvls", cut, 6 * MiB) == 3);       // 16 KiB: rounds of 2 MiB
}

TEST_CASE("NCCL's chunks: never more than are worth their events") {
  CHECK(nccl_chunks("nvls", {128 << 10, 1, 2, 1}, Bytes{1} << 40) == kMostAutoChunks);
}
