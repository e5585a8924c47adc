// NICs, PCIe and who shares them, with the numbers that users of real clusters reported. Bandwidth only: no latencies.

#include <string>
#include <vector>

#include "base/units.h"
#include "support/catch.h"
#include "support/measure.h"
#include "support/networks.h"
#include "support/simulate.h"

using namespace collsim;
using namespace collsim::test;

namespace {

std::string wire(const std::string& from, const std::string& to, const std::string& bandwidth) {
  return "{from: '" + from + "', to: '" + to + "', bandwidth: " + bandwidth + "}";
}

/// One chip sends to others that stand behind its NICs: the sum of the bytes over the time of the slowest, in GB/s.
double sent_GBps(const std::string& network, const std::vector<std::string>& sends, double bytes) {
  return bytes / makespan_us(simulate(network + collectives(sends))) / 1e3;
}

/// NVIDIA/nccl#2310: a chip's PCIe switch has one 400 Gb/s NIC; the way over the host bridge, 234 Gb/s, leads to two
/// more. `near` stands behind the first, `far2` and `far3` behind the others.
std::string near_and_far_nics() {
  return topology(
      "{id: gpu, kind: chip}, {id: near, kind: chip}, {id: 'far[2-3]', kind: chip}, {id: pcie, kind: switch}, {id: "
      "bridge, kind: host}, "
      "{id: 'nic[1-3]', kind: nic}",
      join({wire("gpu", "pcie", "100 GB/s"), wire("pcie", "nic1", "400 Gb/s"), wire("nic1", "near", "400 Gb/s"),
            wire("pcie", "bridge", "234 Gb/s"), wire("bridge", "nic2", "400 Gb/s"), wire("bridge", "nic3", "400 Gb/s"),
            wire("nic2", "far2", "400 Gb/s"), wire("nic3", "far3", "400 Gb/s")}));
}

/// Two nodes of eight chips, NVLink without limit inside; `nics` NICs of `bandwidth` a node, chip i at NIC nic_of[i].
/// All NICs meet on one switch that does not block.
std::string two_nodes(const std::vector<int>& nic_of, const std::string& bandwidth) {
  std::vector<std::string> links{wire("c[0-7]", "nvlink0", "1000 TB/s"), wire("c[8-15]", "nvlink1", "1000 TB/s")};
  for (int node = 0; node < 2; ++node)
    for (int i = 0; i < 8; ++i)
      links.push_back(wire("c" + std::to_string(8 * node + i),
                           "nic" + std::to_string(8 * node + nic_of[static_cast<std::size_t>(i)]), "1000 TB/s"));
  links.push_back(wire("nic[0-15]", "fabric", bandwidth));
  return topology(
      "{id: 'c[0-15]', kind: chip}, {id: 'nvlink[0-1]', kind: switch}, {id: 'nic[0-15]', kind: nic}, "
      "{id: fabric, kind: switch}",
      join(links));
}

double busbw(const std::string& network, const std::string& what) {
  return only(simulate(network + "collectives: [{size: 1600 MB, " + what + "}]\n")).busbw_GBps();
}

const std::string kAllToAll = "op: all_to_all, algorithm: direct";

}  // namespace

TEST_CASE("practice: near and far NICs carry what the narrowest part of their way does") {
  // 10 GB in all. 400 Gb/s is 50 GB/s, 234 Gb/s is 29.25 GB/s.
  const std::string network = near_and_far_nics();
  CHECK(sent_GBps(network, {send("x", "gpu", "near", "10 GB")}, 10e9) == Approx(50).epsilon(1e-9));
  CHECK(sent_GBps(network, {send("x", "gpu", "far2", "10 GB")}, 10e9) == Approx(29.25).epsilon(1e-9));
  // Half each over the same bridge: 117 Gb/s each.
  CHECK(sent_GBps(network, {send("x", "gpu", "far2", "5 GB"), send("y", "gpu", "far3", "5 GB")}, 10e9) ==
        Approx(29.25).epsilon(1e-9));
  // Half by the near one, half by a far one: the far half ends last, 5 GB at 234 Gb/s; together 468 Gb/s. (On the
  // machine it was 140 Gb/s: congestion collapse, which a model of shares cannot show.)
  CHECK(sent_GBps(network, {send("x", "gpu", "near", "5 GB"), send("y", "gpu", "far2", "5 GB")}, 10e9) ==
        Approx(58.5).epsilon(1e-9));
}

TEST_CASE("practice: two NICs below one uplink are worth one") {
  // NVIDIA/nccl#439: 24 GB/s a NIC, 24 GB/s an uplink.
  const std::string nodes = "{id: 'c[0-2]', kind: chip}, {id: 'up[0-1]', kind: switch}, {id: 'nic[0-1]', kind: nic}";
  const auto network = [&](const std::string& uplink_of_nic1) {
    return topology(nodes, join({wire("c0", "up[0-1]", "24 GB/s"), wire("up0", "nic0", "24 GB/s"),
                                 wire(uplink_of_nic1, "nic1", "24 GB/s"), wire("nic[0-1]", "c[1-2]", "24 GB/s")}));
  };
  const std::vector<std::string> sends{send("x", "c0", "c1", "12 GB"), send("y", "c0", "c2", "12 GB")};
  CHECK(sent_GBps(network("up0"), sends, 24e9) == Approx(24).epsilon(1e-9));
  CHECK(sent_GBps(network("up1"), sends, 24e9) == Approx(48).epsilon(1e-9));
}

TEST_CASE("practice: two ports of one adapter add a ninth, two adapters a whole port") {
  // openucx/ucx#9520: a port carries 11.818 GB/s, an adapter's uplink 13.070 GB/s.
  const std::string network =
      topology("{id: 'c[0-3]', kind: chip}, {id: 'adapter[0-1]', kind: nic}, {id: 'port[0-2]', kind: host}",
               join({wire("c0", "adapter[0-1]", "13.070 GB/s"), wire("adapter0", "port[0-1]", "11.818 GB/s"),
                     wire("adapter1", "port2", "11.818 GB/s"), wire("port[0-2]", "c[1-3]", "100 GB/s")}));
  const auto sent = [&](const std::vector<std::string>& to) {
    std::vector<std::string> sends;
    for (const std::string& chip : to) sends.push_back(send("to_" + chip, "c0", chip, "10 GB"));
    return sent_GBps(network, sends, 10e9 * static_cast<double>(to.size()));
  };
  CHECK(sent({"c1"}) == Approx(11.818).epsilon(1e-9));
  CHECK(sent({"c1", "c2"}) == Approx(13.070).epsilon(1e-9));
  CHECK(sent({"c1", "c3"}) == Approx(23.636).epsilon(1e-9));
}

TEST_CASE("practice: eight chips behind one NIC: the ring gets it all, all_to_all an eighth each") {
  // NVIDIA/nccl#687. One 24 GB/s NIC a node. A ring crosses once each way: busbw 24. In all_to_all a node sends 8 × 8
  // blocks of M/16, 4 M, in M/6 ns at 24 GB/s: 3 GB/s a chip, algbw 6, busbw 6 × 15/16.
  const std::string network = two_nodes(std::vector<int>(8, 0), "24 GB/s");
  CHECK(busbw(network, "op: all_reduce, algorithm: ring") == Approx(24).epsilon(1e-6));
  CHECK(busbw(network, kAllToAll) == Approx(5.625).epsilon(1e-6));
}

TEST_CASE("practice: which chip uses which NIC decides an all_to_all") {
  // deepseek-ai/DeepEP#336, NVIDIA/nccl#820. Eight NICs of 48.5 GB/s a node. A chip sends half of M out of its node:
  // algbw 97 and busbw 97 × 15/16 with a NIC each; an eighth of it when all chose NIC 0; half when two chose the same.
  const double each_its_own = 97 * 15.0 / 16;
  CHECK(busbw(two_nodes({0, 1, 2, 3, 4, 5, 6, 7}, "48.5 GB/s"), kAllToAll) == Approx(each_its_own).epsilon(1e-6));
  CHECK(busbw(two_nodes({0, 0, 0, 0, 0, 0, 0, 0}, "48.5 GB/s"), kAllToAll) == Approx(each_its_own / 8).epsilon(1e-6));
  CHECK(busbw(two_nodes({0, 0, 2, 3, 4, 5, 6, 7}, "48.5 GB/s"), kAllToAll) == Approx(each_its_own / 2).epsilon(1e-6));
}

TEST_CASE("practice: four NICs do not carry more than the port of the one chip that feeds them") {
  // NVIDIA/nccl#1357: one chip a node, its port 50 GB/s, four NICs of 48.5 GB/s. With two ranks busbw is algbw.
  const auto network = [](const std::string& port) {
    return topology(
        "{id: 'c[0-1]', kind: chip}, {id: 'pcie[0-1]', kind: switch}, {id: fabric, kind: switch}",
        join({wire("c[0-1]", "pcie[0-1]", port), "{from: 'pcie[0-1]', to: fabric, bandwidth: 48.5 GB/s, count: 4}"}));
  };
  CHECK(busbw(network("50 GB/s"), "op: all_reduce, algorithm: ring") == Approx(50).epsilon(1e-6));
  CHECK(busbw(network("200 GB/s"), "op: all_reduce, algorithm: ring") == Approx(194).epsilon(1e-6));
}
