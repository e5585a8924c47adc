#include "collective/nccl_chunks.h"

#include <algorithm>
#include <array>

#include "collective/pipelining.h"

namespace collsim {
namespace {

/// Below so many rounds a piece has no more than `piece`.
struct Rung {
  Bytes rounds, piece;
};

constexpr Bytes kibi = 1 << 10;
constexpr std::array nvls_rungs{Rung{64, 64 * kibi}, Rung{8, 32 * kibi}, Rung{2, 16 * kibi}};
constexpr std::array tree_rungs{Rung{32, 256 * kibi}, Rung{16, 128 * kibi}, Rung{4, 64 * kibi}, Rung{1, 32 * kibi}};

Bytes step_down(Bytes piece, const auto& rungs, Bytes at_once, Bytes size) {
  for (const Rung& rung : rungs)
    if (size < rung.rounds * at_once * piece) piece = std::min(piece, rung.piece);
  return piece;
}

}  // namespace

int nccl_chunks(std::string_view algorithm, const NcclCut& cut, Bytes size) {
  constexpr int many_nodes = 4;
  const Bytes at_once = static_cast<Bytes>(cut.channels) * cut.heads;
  const bool tree = algorithm == "nvls_tree";
  const Bytes most = tree && cut.nodes >= many_nodes ? std::min(cut.most, 64 * kibi) : cut.most;
  const Bytes piece = tree ? step_down(most, tree_rungs, at_once, size) : step_down(most, nvls_rungs, at_once, size);
  const Bytes round = at_once * piece;
  return static_cast<int>(std::clamp<Bytes>((size + round - 1) / round, 1, kMostAutoChunks));
}

}  // namespace collsim
