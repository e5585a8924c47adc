// all_to_all whose bytes are not what a bandwidth column suggests: own shares that stay, padding that is none, nodes
// that keep a part to themselves.

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

using Rows = std::vector<std::vector<Bytes>>;

std::string matrix_key(const Rows& rows) {
  std::vector<std::string> lines;
  for (const std::vector<Bytes>& row : rows) {
    std::vector<std::string> sizes;
    for (const Bytes b : row) sizes.push_back(std::to_string(b));
    lines.push_back("[" + join(sizes) + "]");
  }
  return "matrix: [" + join(lines) + "]";
}

Rows zeros(int n) { return Rows(static_cast<std::size_t>(n), std::vector<Bytes>(static_cast<std::size_t>(n), 0)); }

Bytes& at(Rows& rows, int from, int to) { return rows[static_cast<std::size_t>(from)][static_cast<std::size_t>(to)]; }

/// Nodes of eight chips on an NVLink switch, every chip with a NIC of its own on one switch that does not block.
std::string cluster(int nodes, int per_node, const std::string& nvlink, const std::string& nic) {
  const int n = nodes * per_node;
  std::vector<std::string> links;
  for (int node = 0; node < nodes; ++node) {
    const std::string chips_of_node =
        "c[" + std::to_string(node * per_node) + "-" + std::to_string((node + 1) * per_node - 1) + "]";
    links.push_back("{from: '" + chips_of_node + "', to: nvlink" + std::to_string(node) + ", bandwidth: " + nvlink +
                    "}");
  }
  const std::string nics = "nic[0-" + std::to_string(n - 1) + "]";
  links.push_back("{from: '" + chips(n) + "', to: '" + nics + "', bandwidth: 1000 TB/s}");
  links.push_back("{from: '" + nics + "', to: fabric, bandwidth: " + nic + "}");
  return topology("{id: '" + chips(n) + "', kind: chip}, {id: 'nvlink[0-" + std::to_string(nodes - 1) +
                      "]', kind: switch}, {id: '" + nics + "', kind: nic}, {id: fabric, kind: switch}",
                  join(links));
}

std::string direct(const std::string& keys) { return "{op: all_to_all, algorithm: direct, " + keys + "}"; }

}  // namespace

TEST_CASE("practice: alltoallv moves neither the own share nor padding") {
  // pytorch/pytorch#151438: of 11, 12, 13 and 14 elements of 1 MB rank 0 keeps the 11: 39 MB leave it, not 50, and not
  // 4 x 14. The others likewise.
  Rows rows = zeros(4);
  for (int from = 0; from < 4; ++from)
    for (int to = 0; to < 4; ++to) at(rows, from, to) = (11 + (to - from + 4) % 4) * 1'000'000;
  for (const char* algorithm : {"direct", "pairwise"}) {
    const Result r = simulate(star(4, "50 GB/s") + "collectives: [{op: all_to_all, algorithm: " + algorithm + ", " +
                              matrix_key(rows) + "}]\n");
    for (int i = 0; i < 4; ++i) {
      CHECK(link(r, "c" + std::to_string(i) + "->sw").bytes == 39'000'000);
      CHECK(link(r, "sw->c" + std::to_string(i)).bytes == 39'000'000);
    }
    CHECK(only(r).size == 50'000'000);
    // Every port carries 39 MB at 50 GB/s, in one step or in steps of 12, 13 and 14.
    CHECK(ticks_apart(makespan_us(r), 39e6 / 50e3) <= 3 * 2);
  }
}

TEST_CASE("practice: the rank that half of everything goes to sets the time of an alltoallv") {
  // Eight ranks with 64 MB each, half of it for rank 3: it receives 7 x 32 MB at 50 GB/s.
  Rows rows = zeros(8);
  for (int from = 0; from < 8; ++from)
    for (int to = 0; to < 8; ++to) at(rows, from, to) = to == 3 ? 32'000'000 : 32'000'000 / 7;
  const Result r = simulate(star(8, "50 GB/s") + "collectives: [" + direct(matrix_key(rows)) + "]\n");
  CHECK(link(r, "sw->c3").bytes == 224'000'000);
  CHECK(ticks_apart(makespan_us(r), 4480) <= 8);
  for (int i = 0; i < 8; ++i) CHECK(link(r, "sw->c" + std::to_string(i)).bytes <= 224'000'000);
  CHECK(only(r).bottleneck_link == "sw->c3");
}

TEST_CASE("practice: pairs with nothing to send still meet, and none waits for the other") {
  // NVIDIA/nccl#788: zero-size pairs skipped by one side only hang. Here each costs its 2 us.
  Rows rows = zeros(4);
  at(rows, 0, 1) = 50'000'000;
  for (const char* sync : {"barrier", "dataflow"}) {
    const std::string alpha = std::string("model: {alpha_start: 2 us, sync: ") + sync + "}\n";
    const Result r = simulate(star(4, "50 GB/s") + alpha + "collectives: [" + direct(matrix_key(rows)) + "]\n");
    CHECK(only(r).flows == 12);
    CHECK(ticks_apart(makespan_us(r), 2 + 1000) <= 2);
  }
}

TEST_CASE("practice: all_to_all shows more than the NIC, as the part inside the node does not use it") {
  // NVIDIA/nccl-tests#130, #267, #181. Of n chips g share a node: (n - g)/n of M crosses the NIC of b, and busbw is
  // (n-1)/n M / T: b (n-1)/(n-g).
  struct Trial {
    int n, g;
    double busbw;
  };
  for (const Trial& t : {Trial{8, 1, 48.5}, Trial{16, 8, 90.9}, Trial{48, 8, 56.99}, Trial{64, 8, 54.56}}) {
    const Bytes size = Bytes{t.n} * 1'000'000;
    const Result r = simulate(cluster(t.n / t.g, t.g, "1000 TB/s", "48.5 GB/s") + "collectives: [" +
                              direct("size: " + std::to_string(size)) + "]\n");
    CAPTURE(t.n, t.g);
    CHECK(only(r).busbw_GBps() == Approx(48.5 * (t.n - 1) / (t.n - t.g)).epsilon(1e-6));
    CHECK(only(r).busbw_GBps() == Approx(t.busbw).margin(0.05));
    CHECK(link(r, "nic0->fabric").bytes == (t.n - t.g) * Bytes{1'000'000});
    CHECK(link(r, "nic0->fabric").utilization == Approx(1).epsilon(1e-6));
  }
}

TEST_CASE("practice: the bandwidth of an expert dispatch counts what stays on the node, the NIC does not") {
  // deepseek-ai/DeepEP#51, #285. All experts alike on N nodes: the printed number is all tokens over the time, the NIC
  // carries (N-1)/N of them.
  for (const int nodes : {2, 4, 8}) {
    const Result r = simulate(cluster(nodes, 8, "1000 TB/s", "50 GB/s") + "collectives: [" +
                              direct("skew: {tokens: 4096, top_k: 8, hidden: 7168, experts: 256, deduplicate: false, "
                                     "draw: expected}") +
                              "]\n");
    const Bytes all = Bytes{4096} * 8 * 7168;
    CAPTURE(nodes);
    CHECK(only(r).size == all);
    CHECK(link(r, "nic0->fabric").bytes == all / nodes * (nodes - 1));
    const double wire = static_cast<double>(link(r, "nic0->fabric").bytes) / makespan_us(r) / 1e3;
    CHECK(wire == Approx(50).epsilon(1e-6));
    CHECK(wire == Approx(only(r).algbw_GBps() * (nodes - 1) / nodes).epsilon(1e-6));
  }
}

TEST_CASE("practice: on two nodes NVLink and not the NIC bounds an expert dispatch") {
  // DeepEP sends a token once to each node, to the chip on its rail, and there on over NVLink: 3.26 bytes for each byte
  // that the printed "RDMA" bandwidth counts (140.7 and 43.1 GB/s in deepseek-ai/DeepEP#51). At 160 GB/s that is
  // 49.1 GB/s, of which (N-1)/N are on the NIC: 24.5 of 50 with two nodes.
  for (const int nodes : {2, 4, 8}) {
    const int n = 8 * nodes;
    const Bytes to_each_node = 7'000'000;
    Rows rail = zeros(n), inside = zeros(n);
    for (int from = 0; from < n; ++from) {
      for (int to = 0; to < n; ++to) {
        if (from % 8 == to % 8) at(rail, from, to) = to_each_node;
        if (from / 8 == to / 8 && from != to) at(inside, from, to) = to_each_node / 7 * nodes * 326 / 100;
      }
    }
    const Result r =
        simulate(cluster(nodes, 8, "160 GB/s", "50 GB/s") + "collectives: [" + direct("id: rdma, " + matrix_key(rail)) +
                 ", " + direct("id: nvlink, " + matrix_key(inside)) + "]\n");
    const auto logical = static_cast<double>(collective(r, "rdma").size);
    CAPTURE(nodes);
    CHECK(static_cast<double>(link(r, "c0->nvlink0").bytes) == Approx(3.26 * logical).epsilon(1e-9));
    const double printed = logical / makespan_us(r) / 1e3;
    const double wire = static_cast<double>(link(r, "nic0->fabric").bytes) / makespan_us(r) / 1e3;
    CHECK(printed == Approx(160 / 3.26).epsilon(1e-6));
    CHECK(wire == Approx(printed * (nodes - 1) / nodes).epsilon(1e-9));
    CHECK(link(r, "nic0->fabric").utilization == Approx(wire / 50).epsilon(1e-6));
    if (nodes == 2) CHECK(link(r, "nic0->fabric").utilization == Approx(0.49).margin(0.005));
  }
}

TEST_CASE("practice: a matrix that does not fit its group is refused before anything runs") {
  const auto found = mistakes(star(4, "50 GB/s") + "collectives:\n- {op: all_to_all, matrix: [[0, 1], [1, 0]]}\n");
  REQUIRE(found.size() == 1);
  CHECK((found[0].mark.line == 3 && found[0].mark.column == 28));
}
