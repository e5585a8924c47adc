// Collectives inside switches, with the numbers that users of real clusters reported. Bandwidth only: no latencies.

#include <algorithm>
#include <string>
#include <vector>

#include "support/catch.h"
#include "support/measure.h"
#include "support/networks.h"
#include "support/simulate.h"

using namespace collsim;
using namespace collsim::test;

namespace {

std::string range(const std::string& name, int first, int count) {
  return "'" + name + "[" + std::to_string(first) + "-" + std::to_string(first + count - 1) + "]'";
}

/// Nodes of eight chips on a switch of their own; `nics` a node on one fabric, each for 8/nics neighbours. All switches
/// reduce and multicast.
std::string nodes_of_eight(int nodes, const std::string& chip_GBps, int nics, const std::string& nic_GBps) {
  const std::string able = ", kind: switch, reduces: true, multicasts: true}";
  std::vector<std::string> links;
  for (int node = 0; node < nodes; ++node) {
    links.push_back("{from: " + range("c", 8 * node, 8) + ", to: nvlink" + std::to_string(node) +
                    ", bandwidth: " + chip_GBps + " GB/s, tier: c2c}");
  }
  for (int nic = 0; nic < nodes * nics; ++nic) {
    links.push_back("{from: " + range("c", nic * 8 / nics, 8 / nics) + ", to: nic" + std::to_string(nic) +
                    ", bandwidth: 1000 TB/s, tier: c2c}");
  }
  links.push_back("{from: " + range("nic", 0, nodes * nics) + ", to: fabric, bandwidth: " + nic_GBps +
                  " GB/s, tier: b2b}");
  return topology("{id: " + range("c", 0, 8 * nodes) + ", kind: chip}, {id: " + range("nvlink", 0, nodes) + able +
                      ", {id: " + range("nic", 0, nodes * nics) + ", kind: nic}, {id: fabric" + able,
                  join(links));
}

std::string groups(int nodes) { return nodes == 1 ? "" : ", groups: [8, " + std::to_string(nodes) + "]"; }

const CollectiveResult& last(const Result& result) { return result.runs.at(0).collectives.back(); }

}  // namespace

TEST_CASE("practice: what NVLS gains over a ring is gone beyond two nodes, where the NICs bind") {
  // NVIDIA/nccl#1221, NVIDIA/nccl-tests#309, NVIDIA/nccl#1649: a ring's busbw is 370 GB/s inside a node and out of it
  // (eight NICs of 48.5 GB/s carry 388). NVLS inside a node reaches algbw 275, which takes ports of 275 x 9/8 GB/s. In
  // two nodes each NIC carries one shard each way, 8 x 48.5 = 388 in all, so that NVLS still binds; from four nodes on
  // two shards, 194.
  constexpr double ring = 370, nvls = 275, nics = 8 * 48.5;
  constexpr int chunks = 256;
  const std::string what = "op: all_reduce, algorithm: nvls_tree, size: 16 GiB, chunks: " + std::to_string(chunks);
  for (const int nodes : {1, 2, 4}) {
    const double algbw = nodes == 1 ? nvls : std::min(nvls, nodes == 2 ? nics : nics / 2);
    const double busbw = algbw * 2 * (8.0 * nodes - 1) / (8.0 * nodes);
    const Result result =
        simulate(nodes_of_eight(nodes, "309.375", 8, "48.5") + collectives({"{" + what + groups(nodes) + "}"}));
    // 2 + 2 log2(nodes) phases: at most as many rounds more than chunks, less one.
    const int rounds = chunks + 1 + (nodes == 1 ? 0 : nodes == 2 ? 2 : 4);
    const double found = last(result).busbw_GBps();
    CAPTURE(nodes);
    CHECK(found <= busbw * (1 + 1e-6));
    CHECK(found >= busbw * chunks / rounds);
    CHECK((nodes <= 2 ? found / ring > 1.2 : found / ring < 1.05));
  }
}

TEST_CASE("practice: CollNet carries what its NICs do, until the chains inside the nodes bind") {
  // NVIDIA/nccl#320, NVIDIA/nccl#652: about 20 GB/s for each 200G NIC; NVLink of about 220 GB/s, each way once for the
  // chain to the head and once for the one back, caps algbw at 110. 32 nodes of 8. As many channels as NICs, so that
  // each has its head at a NIC of its own.
  constexpr int chunks = 100;
  for (const int nics : {1, 2, 4, 8}) {
    const double algbw = std::min(20.0 * nics, 110.0);
    const Result result = simulate(
        nodes_of_eight(32, "220", nics, "20") +
        collectives({"{op: all_reduce, algorithm: collnet_chain, size: 4 GiB, chunks: " + std::to_string(chunks) +
                     ", channels: " + std::to_string(nics) + ", groups: [8, 32]}"}));
    // 15 phases, so 14 rounds more than chunks at most. A head sends its chain's data in one direction alone: where all
    // chips are heads of some channel their ports carry an eighth less.
    const double found = last(result).algbw_GBps();
    CAPTURE(nics);
    CHECK(found <= algbw * (nics == 8 ? 8.0 / 7 : 1) * (1 + 1e-6));
    CHECK(found >= algbw * chunks / (chunks + 14));
    CHECK(ticks_apart(last(result).busbw_GBps(), found * 2 * 255 / 256) <= 1e-3);
  }
}
