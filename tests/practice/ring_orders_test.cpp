// Several rings at once: through which nics they leave, in which order they pass the chips, and graphs on which the
// order has to be told. Bandwidth only: no latencies.

#include <string>
#include <vector>

#include "support/catch.h"
#include "support/measure.h"
#include "support/networks.h"
#include "support/refusal.h"
#include "support/simulate.h"

using namespace collsim;
using namespace collsim::test;

namespace {

std::string number(int i) { return std::to_string(i); }

std::string range(const std::string& name, int first, int last) {
  return name + "[" + number(first) + "-" + number(last) + "]";
}

std::string wire(const std::string& from, const std::string& to, const std::string& bandwidth,
                 const std::string& tier = "c2c") {
  return "{from: '" + from + "', to: '" + to + "', bandwidth: " + bandwidth + ", tier: " + tier + "}";
}

std::string all_reduce(const std::string& size, const std::string& more) {
  return "collectives: [{op: all_reduce, algorithm: ring, size: " + size + ", " + more + "}]\n";
}

/// NVIDIA/nccl#1411: two nodes of `per_node` chips with 164.8 GB/s of NVLink each and four nics of 48.5 GB/s a node,
/// chip i beside nic i·4/per_node. With rails nic j reaches only nic j, so that a ring that enters and leaves a node at
/// different chips goes one NVLink hop further, through a chip beside the right nic.
std::string h800(int per_node, bool rails) {
  std::vector<std::string> links;
  for (int node = 0; node < 2; ++node) {
    links.push_back(
        wire(range("c", node * per_node, (node + 1) * per_node - 1), "nvlink" + number(node), "164.8 GB/s"));
  }
  for (int chip = 0; chip < 2 * per_node; ++chip)
    links.push_back(wire("c" + number(chip), "nic" + number(chip * 4 / per_node), "1 TB/s"));
  for (int nic = 0; nic < 8; ++nic)
    links.push_back(wire("nic" + number(nic), "rail" + number(rails ? nic % 4 : 0), "48.5 GB/s", "b2b"));
  return topology("{id: '" + chips(2 * per_node) +
                      "', kind: chip, forwards: true}, {id: 'nvlink[0-1]', kind: switch}, " +
                      "{id: 'nic[0-7]', kind: nic}, {id: 'rail[0-3]', kind: switch}",
                  join(links));
}

/// `nodes` nodes of `rails` chips, NVLink without limit inside, a nic of 7.713 GB/s a chip; with `uplink` two nics
/// share a way of that bandwidth to the network.
std::string dgx2(int nodes, int rails, const std::string& uplink = "") {
  const int count = nodes * rails;
  std::vector<std::string> kinds{
      "{id: '" + chips(count) + "', kind: chip}", "{id: '" + range("nic", 0, count - 1) + "', kind: nic}",
      "{id: '" + range("nvlink", 0, nodes - 1) + "', kind: switch}", "{id: fabric, kind: switch}"};
  std::vector<std::string> links{wire(chips(count), range("nic", 0, count - 1), "1 TB/s")};
  for (int node = 0; node < nodes; ++node)
    links.push_back(wire(range("c", node * rails, (node + 1) * rails - 1), "nvlink" + number(node), "1 TB/s"));
  for (int nic = 0; nic < count; ++nic)
    links.push_back(wire("nic" + number(nic), uplink.empty() ? "fabric" : "up" + number(nic / 2), "7.713 GB/s", "b2b"));
  if (!uplink.empty()) {
    kinds.push_back("{id: '" + range("up", 0, count / 2 - 1) + "', kind: host}");
    links.push_back(wire(range("up", 0, count / 2 - 1), "fabric", uplink, "b2b"));
  }
  return topology(join(kinds), join(links));
}

/// NVIDIA/nccl#1856: nodes of two PCIe switches, a and b, with four chips and a nic of 50 GB/s each, joined by a bridge
/// of 20 GB/s each way; nics a on one rail, nics b on another.
std::string pcie_nodes(int nodes) {
  const std::string last = number(nodes - 1);
  std::vector<std::string> links{wire("a[0-" + last + "]", "b[0-" + last + "]", "20 GB/s")};
  for (int node = 0; node < nodes; ++node) {
    const std::string n = number(node);
    links.push_back(wire(range("c", 8 * node, 8 * node + 3), "a" + n, "1 TB/s"));
    links.push_back(wire(range("c", 8 * node + 4, 8 * node + 7), "b" + n, "1 TB/s"));
  }
  for (const std::string half : {"a", "b"}) {
    links.push_back(wire(half + "[0-" + last + "]", "nic_" + half + "[0-" + last + "]", "1 TB/s"));
    links.push_back(wire("nic_" + half + "[0-" + last + "]", "rail_" + half, "50 GB/s", "b2b"));
  }
  return topology("{id: '" + chips(8 * nodes) + "', kind: chip}, {id: 'a[0-" + last + "]', kind: host}, {id: 'b[0-" +
                      last + "]', kind: host}, {id: 'nic_a[0-" + last + "]', kind: nic}, {id: 'nic_b[0-" + last +
                      "]', kind: nic}, {id: rail_a, kind: switch}, {id: rail_b, kind: switch}",
                  join(links));
}

/// Through each node from one half to the other; `b_first` tells with which.
template <class BFirst>
std::string through_halves(int nodes, BFirst b_first) {
  std::string order;
  for (int node = 0; node < nodes; ++node) {
    const int first = 8 * node + (b_first(node) ? 4 : 0), second = 8 * node + (b_first(node) ? 0 : 4);
    order += range("c", first, first + 3) + " " + range("c", second, second + 3) + " ";
  }
  return "'" + order + "'";
}

/// NVIDIA/nccl-tests#37: the cube mesh of a DGX-1, 21.5 GB/s a link and direction, some doubled.
std::string dgx1() {
  struct Wire {
    int a, b, count;
  };
  std::vector<std::string> links;
  for (const Wire& w : {Wire{0, 1, 1},
                        {0, 2, 1},
                        {0, 3, 2},
                        {0, 6, 2},
                        {1, 2, 2},
                        {1, 3, 1},
                        {1, 7, 2},
                        {2, 3, 2},
                        {2, 4, 1},
                        {3, 5, 1},
                        {4, 5, 2},
                        {4, 6, 1},
                        {4, 7, 2},
                        {5, 6, 2},
                        {5, 7, 1},
                        {6, 7, 1}}) {
    links.push_back("{from: c" + number(w.a) + ", to: c" + number(w.b) +
                    ", bandwidth: 21.5 GB/s, count: " + number(w.count) + "}");
  }
  return topology("{id: 'c[0-7]', kind: chip}", join(links));
}

/// `nodes` nodes of eight chips: NVLink of 450 GB/s, a nic of 50 GB/s a chip, all nics on one switch; 1 us a route
/// inside, 5 us outside.
std::string cluster(int nodes) {
  const int count = 8 * nodes;
  std::vector<std::string> links;
  for (int node = 0; node < nodes; ++node) {
    links.push_back("{from: '" + range("c", 8 * node, 8 * node + 7) + "', to: nvlink" + number(node) +
                    ", bandwidth: 450 GB/s, latency: 500 ns}");
  }
  links.push_back(wire(chips(count), range("nic", 0, count - 1), "1 TB/s"));
  links.push_back("{from: '" + range("nic", 0, count - 1) +
                  "', to: leaf, bandwidth: 50 GB/s, latency: 2500 ns, tier: b2b}");
  return topology("{id: '" + chips(count) + "', kind: chip}, {id: '" + range("nic", 0, count - 1) +
                      "', kind: nic}, {id: '" + range("nvlink", 0, nodes - 1) +
                      "', kind: switch}, {id: leaf, kind: switch}",
                  join(links));
}

}  // namespace

// Of its g steps through a node a ring takes g-1 over NVLink where it leaves by the nic of its last chip, and g where
// it has to come back to the nic by which it entered. Each chip's port carries the share hops/g of every ring.
TEST_CASE("practice: rings that leave by another nic than they came in by go beyond the NVLink bound") {
  const auto busbw = [](int per_node, bool rails, const std::string& more) {
    const CollectiveResult c = only(simulate(h800(per_node, rails) + all_reduce("1024 MB", more)));
    CAPTURE(per_node, rails, more);
    if (more == "channels: auto") CHECK(c.channels == 4);
    return c.busbw_GBps();
  };
  // Ring k from the first chip beside nic k round to the one before it, in both nodes: on rails it must come back.
  const auto same_nic = [](int per_node) {
    std::vector<std::string> orders;
    for (int ring = 0; ring < 4; ++ring) {
      std::string order;
      for (int i = 0; i < 2 * per_node; ++i)
        order += "c" + number(i / per_node * per_node + (ring * per_node / 4 + i) % per_node) + " ";
      orders.push_back("'" + order + "'");
    }
    return "orders: [" + join(orders) + "]";
  };
  CHECK(busbw(4, true, same_nic(4)) == Approx(164.8).epsilon(1e-6));
  CHECK(busbw(8, true, same_nic(8)) == Approx(164.8).epsilon(1e-6));
  CHECK(busbw(4, false, "channels: auto") == Approx(4 * 48.5).epsilon(1e-6));
  // Between two nodes, there and back, rails are no hindrance.
  CHECK(busbw(4, true, "channels: auto") == Approx(4 * 48.5).epsilon(1e-6));
  // Four rings leave eight chips at every other one: the chips between carry all four. (Users saw no gain here.)
  CHECK(busbw(8, false, "channels: auto") == Approx(164.8).epsilon(1e-6));
  // Eight rings, one from each chip, spread the gain: 7 of 8 hops.
  CHECK(busbw(8, false, "channels: 8") == Approx(164.8 * 8 / 7).epsilon(1e-6));
}

// NVIDIA/nccl#569: 1.6 GB over eight chips takes 363, 173 and 132 ms as 8 × 1, 4 × 2 and 2 × 4 nodes and chips.
TEST_CASE("practice: a ring a nic, and where nics share an uplink that binds") {
  const auto run = [](const std::string& network, int channels, const std::string& bound) {
    const CollectiveResult c = only(simulate(network + all_reduce("1600 MB", "channels: auto")));
    CAPTURE(channels);
    CHECK(c.channels == channels);
    CHECK_THAT(c.bottleneck_link, Catch::Matchers::ContainsSubstring(bound));
    return time_us(c) / 1e3;
  };
  const double one = 2 * 7.0 / 8 * 1.6 / 7.713 * 1e3;  // ms
  CHECK(run(dgx2(8, 1), 1, "nic") == Approx(one).epsilon(1e-6));
  CHECK(one == Approx(363).epsilon(0.001));
  CHECK(run(dgx2(4, 2), 2, "nic") == Approx(one / 2).epsilon(1e-6));
  CHECK(run(dgx2(2, 4), 4, "nic") == Approx(one / 4).epsilon(1e-6));
  // Two pairs of nics of 10.6 GB/s.
  const double shared = 2 * 7.0 / 8 * 1.6 / 21.2 * 1e3;
  CHECK(shared == Approx(132).epsilon(0.001));
  CHECK(run(dgx2(2, 4, "10.6 GB/s"), 4, "up") == Approx(shared).epsilon(1e-6));
}

// An even number of nodes lets a ring alternate: in by nic a and out by nic b, then in by b and out by a. It crosses
// each bridge once, two rings one a direction. With an odd number it must come back, and both cross both ways.
TEST_CASE("practice: two rings over a bridge reach 40 GB/s on an even number of nodes, 20 on an odd one") {
  for (int nodes = 2; nodes <= 5; ++nodes) {
    const bool even = nodes % 2 == 0;
    const auto order = [&](int ring) {
      return through_halves(nodes, [&](int node) { return (ring + (even ? node : 0)) % 2 == 1; });
    };
    const Result r = simulate(pcie_nodes(nodes) + "collectives: [{op: all_gather, algorithm: ring, size: " +
                              number(16'000'000 * nodes) + ", orders: [" + order(0) + ", " + order(1) + "]}]\n");
    CAPTURE(nodes);
    CHECK(only(r).channels == 2);
    CHECK(only(r).busbw_GBps() == Approx(even ? 40 : 20).epsilon(1e-6));
    CHECK(link(r, "a0->b0").peak_flows == (even ? 1 : 2));
  }
}

// Every chip has six links of 21.5 GB/s, and the graph splits into three cycles through all chips; used both ways that
// is six rings of 21.5: 129 GB/s, 29.13 ms (measured 29.12).
TEST_CASE("practice: six rings of a DGX-1 fill all its links") {
  const std::string orders =
      "['c0 c1 c2 c3 c5 c4 c7 c6', 'c6 c7 c4 c5 c3 c2 c1 c0', 'c0 c2 c4 c6 c5 c7 c1 c3', 'c3 c1 c7 c5 c6 c4 c2 c0', "
      "[c0, c3, c2, c1, c7, c4, c5, c6], 'c6,c5,c4,c7,c1,c2,c3,c0']";
  const auto gather = [](const std::string& ways) {
    return simulate(dgx1() + "collectives: [{op: all_gather, algorithm: ring, size: 4 GiB, orders: " + ways + "}]\n");
  };
  const Result six = gather(orders);
  CHECK(only(six).channels == 6);
  CHECK(only(six).busbw_GBps() == Approx(6 * 21.5).epsilon(1e-6));
  CHECK(time_us(only(six)) == Approx(29.13e3).epsilon(1e-3));
  for (const LinkResult& l : six.runs.at(0).links) CHECK(l.utilization == Approx(1).epsilon(1e-6));
  CHECK(only(gather("['c0 c1 c2 c3 c5 c4 c7 c6']")).busbw_GBps() == Approx(21.5).epsilon(1e-6));
}

// aliyun/SimAI#208: the cluster doubled and an all_reduce of eight ranks inside a node took as long as before. It must.
TEST_CASE("practice: a larger cluster changes nothing for a group inside one node") {
  const auto run = [](int nodes, const std::string& ranks) {
    return only(simulate(cluster(nodes) + all_reduce("256 MiB", "ranks: '" + ranks + "'")));
  };
  const CollectiveResult small = run(4, "c[0-7]"), large = run(8, "c[0-7]");
  CHECK(small.time() == large.time());
  CHECK(small.bottleneck_link == large.bottleneck_link);
  CHECK(large.per_rank.size() == 8);
  // Over all ranks every step waits for the messages between nodes: 2(N-1) of 5 us and M/N at 50 GB/s.
  for (const int nodes : {4, 8}) {
    const int n = 8 * nodes;
    const double expected = 2 * (n - 1) * (5 + 268435456.0 / n / 50e3);
    CHECK(ticks_apart(time_us(run(nodes, chips(n))), expected) <= 2 * (n - 1) * 2);
  }
}

TEST_CASE("a ring's order is refused where it is no order of the group, with the chip's name") {
  const auto refusal = [](const std::string& more) {
    const auto found = mistakes(star(4, "10 GB/s") + all_reduce("8", "ranks: 'c[0-2]', " + more));
    return found.empty() ? std::string() : found.front().message;
  };
  using Catch::Matchers::ContainsSubstring;
  CHECK(refusal("orders: ['c2 c0 c1']").empty());
  CHECK_THAT(refusal("orders: ['c2 c0']"), ContainsSubstring("missing: c1"));
  CHECK_THAT(refusal("orders: ['c2 c0 c1 c0']"), ContainsSubstring("'c0' stands twice"));
  CHECK_THAT(refusal("orders: ['c2 c0 c1 c3']"), ContainsSubstring("'c3' of a ring's order is no rank"));
  CHECK_THAT(refusal("orders: ['c2 c0 c1', 'c2 c0 c9']"), ContainsSubstring("unknown chip"));
}
