#pragma once

#include <vector>

#include "base/units.h"
#include "collective/chosen.h"
#include "collective/group_facts.h"
#include "collective/operation.h"

namespace collsim {

/// What NCCL's search makes of a group: how many channels it opens, and what each carries. Our stand-in for that
/// search, from what a GroupFacts says:
///   node        the group's chips of one node; link kind NVLink where they have more than PCIe's 64 GB/s, else PCI
///   generation  by a chip's NVLink: below 200 GB/s Volta (150), below 400 Ampere (300), else Hopper (450); chips
///               that share no node: Ampere
///   bandwidth   in one node what a chip has, else what a node's ways out have together, at most that; times u
///   channels    in one node of 20 GB/s each, Hopper 30; between nodes one a way out, two of half the bandwidth where
///               they are wide and few (ncclTopoDupChannels in src/graph/search.cc)
struct NcclGraph {
  enum class Link : std::uint8_t { nvlink, pci, network };
  enum class Generation : std::uint8_t { volta, ampere, hopper };

  int ranks = 1, nodes = 1;
  Link inside = Link::nvlink;  ///< between chips of a node
  Generation generation = Generation::ampere;
  double node_bandwidth = 0;  ///< of a chip inside its node, GB/s
  double bandwidth = 0;       ///< of all channels together, GB/s
  int channels = 1;

  double ranks_per_node() const { return static_cast<double>(ranks) / nodes; }
};

/// Requires: facts of tiers where there is more than one rank; 0 < utilization <= 1.
NcclGraph nccl_graph(const GroupFacts& facts, double utilization);

/// NCCL's own algorithms, by the names that ours have: its tree is double_tree.
enum class NcclAlgorithm : std::uint8_t { tree, ring, collnet_direct, collnet_chain, nvls, nvls_tree };

/// The time that NCCL 2.20.3 predicts, microseconds: latency + size / bandwidth
/// [github.com/NVIDIA/nccl, tag v2.20.3-1, src/graph/tuning.cc: ncclTopoTuneModel, ncclTopoGetAlgoTime]. A ring of a
/// broadcast or reduce is our chain. Absent where NCCL does not have that combination. Left out: measured latency of
/// the adapters, POWER and AMD processors, aggregated operations.
std::optional<double> nccl_time_us(const NcclGraph& graph, Op op, NcclAlgorithm algorithm, Protocol protocol,
                                   Bytes size);

}  // namespace collsim
