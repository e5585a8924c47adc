#include "study/picture.h"

#include "scenario/reader.h"
#include "support/catch.h"
#include "support/networks.h"
#include "workload/known_algorithms.h"
#include "workload/replay.h"

namespace collsim::test {
namespace {

struct Drawn {
  Topology topology;
  RunResult run;
  ReportPicture picture;
};

Drawn drawn(const std::string& network, const std::string& collective) {
  const Scenario scenario = parse_scenario(network + collectives({collective}), "test.yaml", known_algorithms());
  Topology topology = build_topology(scenario.topology);
  RunResult run = replay(scenario).runs.front();
  ReportPicture picture = picture_of(topology, run);
  return {std::move(topology), std::move(run), std::move(picture)};
}

int members(const ReportPicture& picture) {
  int all = 0;
  for (const ReportPicture::Node& node : picture.nodes) all += node.members;
  return all;
}

}  // namespace

TEST_CASE("picture: a small network is drawn as it is, both directions as one line") {
  const Drawn d = drawn(star(3, "50 GB/s"), "{op: send_recv, ranks: [c0, c1], size: 1 MB}");
  REQUIRE(d.picture.nodes.size() == 4);
  REQUIRE(d.picture.links.size() == 3);
  CHECK(d.picture.nodes[0].level == 0);
  CHECK(d.picture.nodes[3].level == 1);
  CHECK(d.picture.nodes[3].kind == "switch");
  const ReportPicture::Link& used = d.picture.links[0];
  CHECK(used.members == 2);
  CHECK(used.busiest == "c0->sw");
  CHECK(used.utilization == Catch::Approx(1).epsilon(1e-9));
  CHECK(used.bytes == 1e6);
  CHECK(used.capacity_GBps == 100);
  CHECK(d.picture.links[2].bytes == 0);
}

TEST_CASE("picture: of a thousand chips every node is in one box, and few lines are left") {
  const std::string network =
      "topology: {generate: {kind: fat_tree, k: 16, link: {bandwidth: 50 GB/s, latency: 100 ns, tier: b2b}}}\n";
  const Drawn d = drawn(network, "{op: all_reduce, algorithm: ring, size: 1024 MB}");
  CHECK(d.topology.chips().size() == 1024);
  CHECK(members(d.picture) == static_cast<int>(d.topology.node_count()));
  CHECK(d.picture.links.size() <= 300);
  CHECK(d.picture.nodes.size() > 8);
  double most = 0, shown = 0;
  for (const LinkResult& link : d.run.links) most = std::max(most, link.utilization);
  for (const ReportPicture::Link& link : d.picture.links) shown = std::max(shown, link.utilization);
  CHECK(shown <= most);
  CHECK(d.picture.note.find("boxes") != std::string::npos);
}

TEST_CASE("picture: a line of many links has their bytes together") {
  const std::string network =
      "topology: {generate: {kind: leaf_spine, leaves: 16, spines: 4, chips_per_leaf: 8, link: {bandwidth: 50 "
      "GB/s}, uplink: {bandwidth: 50 GB/s}}}\n";
  const Drawn d = drawn(network, "{op: all_reduce, algorithm: ring, size: 128 MB}");
  double drawn_bytes = 0, all = 0;
  int drawn_links = 0;
  for (const ReportPicture::Link& link : d.picture.links) {
    drawn_bytes += link.bytes;
    drawn_links += link.members;
  }
  for (const LinkResult& link : d.run.links) all += static_cast<double>(link.bytes);
  // Leaves lie outside the boxes of their chips here, so that no link is inside one.
  CHECK(drawn_links == static_cast<int>(d.run.links.size()));
  CHECK(drawn_bytes == all);
}

}  // namespace collsim::test
