// The files of topologies/: each loads, joins its chips, and has the figures that its head comment states.

#include <filesystem>
#include <map>
#include <set>

#include "scenario/reader.h"
#include "support/catch.h"
#include "topology/cut.h"
#include "topology/generate/generated.h"

using namespace collsim;
using namespace collsim::test;
namespace fs = std::filesystem;

namespace {

const fs::path kFolder = fs::path(COLLSIM_SOURCE_DIR) / "topologies";

Topology load(const std::string& stem) {
  return build_topology(read_topology((kFolder / (stem + ".yaml")).string()).topology);
}

/// What a node's links carry together, one direction; to nodes of one kind.
double carried(const Topology& t, NodeId node, NodeKind to) {
  double sum = 0;
  for (LinkId id = 0; id < t.link_count(); ++id)
    if (t.link(id).from == node && t.node(t.link(id).to).kind == to) sum += t.link(id).bandwidth;
  return sum;
}

std::size_t count(const Topology& t, const std::string& stem) {
  std::size_t found = 0;
  while (t.find_node(stem + std::to_string(found))) ++found;
  return found;
}

}  // namespace

TEST_CASE("topologies: every file loads under its own name") {
  std::size_t files = 0;
  for (const fs::directory_entry& entry : fs::directory_iterator(kFolder)) {
    const std::string stem = entry.path().stem().string();
    CAPTURE(stem);
    CHECK(load(stem).name() == stem);
    ++files;
  }
  CHECK(files >= 17);
}

TEST_CASE("topologies: every chip of a machine reaches every other") {
  // Over the switch; by the nics of a PCIe box's sockets none; the mesh's pairs without a link by a chip between.
  const std::pair<const char*, std::size_t> machines[] = {
      {"hgx-h100", 2},   {"hgx-h200", 2},    {"dgx-a100", 2},    {"dgx1-v100", 2},      {"mi300x-8", 1},
      {"pcie-box-8", 5}, {"gb200-nvl72", 2}, {"tpu-v4-cube", 6}, {"hgx-h100-planes", 2}};
  for (const auto& [stem, hops] : machines) {
    CAPTURE(stem);
    CHECK(diameter(load(stem)) == hops);
  }
}

TEST_CASE("topologies: a chip's links carry what the data sheets say") {
  const auto of_chips = [](const std::string& stem, NodeKind to) {
    const Topology t = load(stem);
    std::set<double> found;
    for (const NodeId chip : t.chips()) found.insert(carried(t, chip, to));
    return found;
  };
  using Figures = std::set<double>;
  CHECK(of_chips("hgx-h100", NodeKind::switch_) == Figures{18 * 25e9});
  CHECK(of_chips("hgx-h200", NodeKind::switch_) == Figures{18 * 25e9});
  CHECK(of_chips("hgx-h100-planes", NodeKind::switch_) == Figures{18 * 25e9});
  CHECK(of_chips("dgx-a100", NodeKind::switch_) == Figures{12 * 25e9 + 26e9});  // NVLink and PCIe
  CHECK(of_chips("gb200-nvl72", NodeKind::switch_) == Figures{18 * 50e9});
  CHECK(of_chips("dgx1-v100", NodeKind::chip) == Figures{6 * 25e9});
  CHECK(of_chips("mi300x-8", NodeKind::chip) == Figures{7 * 64e9});
  CHECK(of_chips("tpu-v4-cube", NodeKind::chip) == Figures{6 * 50e9});
}

TEST_CASE("topologies: the cube mesh has the links of its machine, and three cycles that use each once") {
  const Topology t = load("dgx1-v100");
  const std::vector<std::vector<std::string>> cycles{{"0", "1", "2", "3", "5", "4", "7", "6"},
                                                     {"0", "2", "4", "6", "5", "7", "1", "3"},
                                                     {"0", "3", "2", "1", "7", "4", "5", "6"}};
  std::map<LinkId, int> used;
  for (const auto& cycle : cycles)
    for (std::size_t i = 0; i < cycle.size(); ++i) {
      const auto link = t.find_link('c' + cycle[i] + "->c" + cycle[(i + 1) % cycle.size()]);
      REQUIRE(link.has_value());
      ++used[*link];
      ++used[t.link(*link).reverse];
    }
  for (LinkId id = 0; id < t.link_count(); ++id) CHECK(used[id] * 25e9 == t.link(id).bandwidth);
}

TEST_CASE("topologies: clusters of HGX H100 have eight rails and as much bandwidth up as down") {
  // Leaves: eight for each 32 nodes; all chips on one side of a cut can send at the rate of their nics.
  const std::pair<std::size_t, std::size_t> clusters[] = {{16, 8}, {128, 8}, {1024, 32}};
  for (const auto& [chips, leaves] : clusters) {
    const Topology t = load("h100-rail-" + std::to_string(chips));
    CHECK(t.chips().size() == chips);
    CHECK(count(t, "leaf") == leaves);
    CHECK(bisection(t) == Approx(static_cast<double>(chips) / 2 * 50e9).epsilon(1e-12));
  }
}

TEST_CASE(
    "topologies: 16384 chips stand on 512 leaves below 16 pods of spines, each layer as wide as the chips' nics") {
  const Topology t = load("h100-rail-16384");
  REQUIRE(t.chips().size() == 16384);
  CHECK(count(t, "leaf") == 512);
  CHECK(count(t, "spine") == 16);
  std::map<Tier, double> width;
  for (LinkId id = 0; id < t.link_count(); ++id)
    if (id < t.link(id).reverse) width[t.link(id).tier] += t.link(id).bandwidth;
  for (const Tier tier : {Tier::b2b, Tier::r2r, Tier::p2p}) CHECK(width[tier] == 16384 * 50e9);
  CHECK(t.node(t.chips().back()).name == "n2047.c7");
}
