#pragma once

#include <string_view>

#include "base/units.h"

namespace collsim {

/// How NCCL cuts what its NVLS and NVLSTree kernels do.
struct NcclCut {
  Bytes most = 0;    ///< of a rank's shard, that one channel moves at a time; NCCL's default is 128 KiB
  int channels = 1;  ///< that the kernels use; 16 on Hopper
  int heads = 1;     ///< ranks of a node
  int nodes = 1;
};

/// The number of chunks of `size` bytes under `algorithm` (nvls or nvls_tree), 1 to kMostAutoChunks. A piece is at most
/// 64 KiB with NVLSTree on 4 nodes and more; below so many rounds of channels times heads pieces it is halved, down to
/// 16 KiB with NVLS and 32 KiB with NVLSTree [NCCL 2.20, src/enqueue.cc, computeCollChunkInfo: thresholds 64, 8 and 2,
/// and 32, 16, 4 and 1]. Requires: a cut of positive numbers.
int nccl_chunks(std::string_view algorithm, const NcclCut& cut, Bytes size);

}  // namespace collsim
