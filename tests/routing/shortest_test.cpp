#include "routing/shortest.h"

#include <algorithm>
#include <tuple>

#include "routing/hop_field.h"
#include "scenario/reader.h"
#include "support/catch.h"
#include "support/random.h"

using namespace collsim;
using namespace collsim::test;

namespace {

Topology build(const std::string& yaml) { return build_topology(parse_topology(yaml, "t.yaml").topology); }

std::string route(const Topology& t, const std::string& from, const std::string& to, Ties ties = Ties::file_order) {
  ShortestRouter router(t, ties);
  const Route* found = router.find(t.find_node(from).value(), t.find_node(to).value());
  if (found == nullptr) return "none";
  std::string names;
  for (const LinkId id : found->links) names += (names.empty() ? "" : " ") + t.link_name(id);
  return names;
}

/// Every way from one node to another, by trying all; the best by the documented order.
class PlainRouter {
 public:
  PlainRouter(const Topology& topology, NodeId from, NodeId to) : topology_(topology), to_(to) { visit(from); }

  std::vector<LinkId> best;
  bool found = false;

 private:
  void visit(NodeId node) {
    if (node == to_) return compare();
    if (!path_.empty() && !topology_.node(node).forwards) return;
    for (LinkId id = 0; id < topology_.link_count(); ++id) {  // ascending: file order at each node
      const Link& link = topology_.link(id);
      if (link.from != node || repeats(link) || nic_between_chips(link)) continue;
      path_.push_back(id);
      visit(link.to);
      path_.pop_back();
    }
  }
  /// A path passes no node twice, except a nic once on the way out from a chip and once on the way in to another: two
  /// chips that share a nic reach each other by the switch behind it.
  bool repeats(const Link& next) const {
    if (!path_.empty() && topology_.link(path_.front()).from == next.to) return true;
    return std::any_of(path_.begin(), path_.end(), [&](LinkId id) {
      const Link& link = topology_.link(id);
      return entering(topology_, link.from, link.to) == entering(topology_, next.from, next.to);
    });
  }
  bool nic_between_chips(const Link& next) const {
    return !path_.empty() && topology_.node(next.from).kind == NodeKind::nic &&
           topology_.node(next.to).kind == NodeKind::chip &&
           topology_.node(topology_.link(path_.back()).from).kind == NodeKind::chip;
  }
  void compare() {
    double width = 1e300;
    Duration latency{};
    for (const LinkId id : path_) {
      const Link& link = topology_.link(id);
      width = std::min(width, link.bandwidth);
      latency += link.latency + (link.to == to_ ? Duration{} : topology_.node(link.to).latency);
    }
    const std::tuple key(path_.size(), -width, latency);
    if (found && key >= key_) return;  // visited in file order: the first of equals stays
    found = true;
    key_ = key;
    best = path_;
  }

  const Topology& topology_;
  NodeId to_;
  std::vector<LinkId> path_;
  std::tuple<std::size_t, double, Duration> key_;
};

/// A small graph of all kinds of nodes with few different bandwidths and latencies, so that ties are many.
std::string random_graph(Random& random) {
  const char* kinds[] = {"chip", "switch", "nic", "host", "chip, forwards: true", "switch, forwards: false"};
  const int nodes = random.between(3, 8);
  std::string yaml = "nodes:\n";
  for (int n = 0; n < nodes; ++n) {
    yaml += "  - {id: n" + std::to_string(n) + ", latency: " + std::to_string(random.between(0, 1)) +
            " ns, kind: " + kinds[random.below(6)] + "}\n";
  }
  yaml += "links:\n";
  const int links = random.between(2, 14);
  for (int l = 0; l < links; ++l) {
    const int a = random.between(0, nodes - 1);
    const int b = (a + random.between(1, nodes - 1)) % nodes;
    yaml += "  - {from: n" + std::to_string(a) + ", to: n" + std::to_string(b) +
            ", bandwidth: " + std::to_string(random.between(1, 2)) +
            " GB/s, latency: " + std::to_string(random.between(0, 2)) + " ns}\n";
  }
  return yaml;
}

const char* const kTwoSpines = R"(
nodes:
  - {id: "c[0-3]", kind: chip}
  - {id: "leaf[0-1]", kind: switch, latency: 10 ns}
  - {id: "spine[0-1]", kind: switch, latency: 10 ns}
links:
  - {from: "c[0-1]", to: leaf0, bandwidth: 50 GB/s, latency: 1 ns}
  - {from: "c[2-3]", to: leaf1, bandwidth: 50 GB/s, latency: 1 ns}
  - {from: leaf0, to: "spine[0-1]", bandwidth: 50 GB/s, latency: 1 ns}
  - {from: leaf1, to: "spine[0-1]", bandwidth: 50 GB/s, latency: 1 ns}
)";

}  // namespace

TEST_CASE("shortest: fewest hops first, then the widest, then the quickest, then file order") {
  const auto with = [](const std::string& a, const std::string& b) {
    return build(
        "nodes: [{id: x, kind: chip}, {id: y, kind: chip}, {id: a, kind: switch}, {id: b, kind: switch}]\n"
        "links:\n  - {from: x, to: a, " +
        a + "}\n  - {from: x, to: b, " + b +
        "}\n"
        "  - {from: a, to: y, bandwidth: 9 GB/s}\n  - {from: b, to: y, bandwidth: 9 GB/s}\n");
  };
  CHECK(route(with("bandwidth: 5 GB/s", "bandwidth: 5 GB/s"), "x", "y") == "x->a a->y");
  CHECK(route(with("bandwidth: 5 GB/s, latency: 2 ns", "bandwidth: 5 GB/s, latency: 1 ns"), "x", "y") == "x->b b->y");
  CHECK(route(with("bandwidth: 6 GB/s, latency: 2 ns", "bandwidth: 5 GB/s, latency: 1 ns"), "x", "y") == "x->a a->y");
}

TEST_CASE("shortest: with ties by destination the destinations spread over equal switches") {
  const Topology t = build(kTwoSpines);
  CHECK(route(t, "c0", "c2") == "c0->leaf0 leaf0->spine0 spine0->leaf1 leaf1->c2");
  CHECK(route(t, "c0", "c3") == "c0->leaf0 leaf0->spine0 spine0->leaf1 leaf1->c3");
  // c2 is chip number 2 and takes choice 2 mod 2 = 0; c3 takes 1; the source does not matter.
  CHECK(route(t, "c0", "c2", Ties::destination) == "c0->leaf0 leaf0->spine0 spine0->leaf1 leaf1->c2");
  CHECK(route(t, "c0", "c3", Ties::destination) == "c0->leaf0 leaf0->spine1 spine1->leaf1 leaf1->c3");
  CHECK(route(t, "c1", "c3", Ties::destination) == "c1->leaf0 leaf0->spine1 spine1->leaf1 leaf1->c3");
}

TEST_CASE("shortest: alpha_path is the latency of every link and of every node between") {
  const Topology t = build(kTwoSpines);
  ShortestRouter router(t, Ties::file_order);
  CHECK(router.find(0, 2)->latency == Duration(4 * 1000 + 3 * 10000));  // four links of 1 ns, three switches of 10 ns
  CHECK(router.find(0, 1)->latency == Duration(2 * 1000 + 10000));
}

TEST_CASE("shortest: a chip forwards only if it says so, and a nic never from chip to chip") {
  const std::string links = "links: [{from: a, to: m, bandwidth: 1 GB/s}, {from: m, to: b, bandwidth: 1 GB/s}]\n";
  const std::string ends = "nodes: [{id: a, kind: chip}, {id: b, kind: chip}, {id: m, kind: ";
  CHECK(route(build(ends + "chip}]\n" + links), "a", "b") == "none");
  CHECK(route(build(ends + "chip, forwards: true}]\n" + links), "a", "b") == "a->m m->b");
  CHECK(route(build(ends + "nic}]\n" + links), "a", "b") == "none");
  CHECK(route(build(ends + "host}]\n" + links), "a", "b") == "a->m m->b");
  CHECK(route(build(ends + "switch, forwards: false}]\n" + links), "a", "b") == "none");
}

TEST_CASE("shortest: agrees with trying every path, on random graphs of all kinds of nodes", "[property]") {
  for (std::uint64_t seed = 0; seed < 1500; ++seed) {
    Random random(seed);
    const std::string yaml = random_graph(random);
    const Topology t = build(yaml);
    ShortestRouter router(t, Ties::file_order);
    for (NodeId from = 0; from < t.node_count(); ++from) {
      for (NodeId to = 0; to < t.node_count(); ++to) {
        if (from == to) continue;
        const PlainRouter plain(t, from, to);
        const Route* found = router.find(from, to);
        CAPTURE(seed, yaml, from, to);
        REQUIRE((found != nullptr) == plain.found);
        if (found != nullptr) REQUIRE(found->links == plain.best);
      }
    }
  }
}
