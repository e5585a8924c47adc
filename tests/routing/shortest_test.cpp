#include "routing/shortest.h"

#include <algorithm>
#include <set>
#include <tuple>

#include "routing/hop_field.h"
#include "routing/searching_router.h"
#include "scenario/reader.h"
#include "support/catch.h"
#include "support/clusters.h"
#include "support/random_topology.h"

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

/// Every way from one node to another, by trying all that are not longer than one known; the best by the documented
/// order, up to the choice between equals.
class PlainRouter {
 public:
  PlainRouter(const Topology& topology, NodeId from, NodeId to) : topology_(topology), to_(to) { visit(from); }

  /// At every node choice number `choice` mod k of the k links that equals go on with from there, in file order.
  std::vector<LinkId> route(std::size_t choice) const {
    std::vector<std::vector<LinkId>> left = best_;
    for (std::size_t hop = 0; hop < best_.front().size(); ++hop) {
      std::set<LinkId> links;  // ascending: file order at each node
      for (const auto& path : left) links.insert(path[hop]);
      const LinkId chosen = *std::next(links.begin(), static_cast<std::ptrdiff_t>(choice % links.size()));
      left.erase(std::remove_if(left.begin(), left.end(), [&](const auto& path) { return path[hop] != chosen; }),
                 left.end());
    }
    return left.front();
  }
  bool found() const { return !best_.empty(); }
  Duration latency() const { return std::get<2>(key_); }

 private:
  void visit(NodeId node) {
    if (node == to_) return compare();
    if (!path_.empty() && !topology_.node(node).forwards) return;
    if (found() && path_.size() == std::get<0>(key_)) return;
    for (LinkId id = 0; id < topology_.link_count(); ++id) {
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
    if (found() && key > key_) return;
    if (found() && key < key_) best_.clear();
    key_ = key;
    best_.push_back(path_);
  }

  const Topology& topology_;
  NodeId to_;
  std::vector<LinkId> path_;
  std::vector<std::vector<LinkId>> best_;
  std::tuple<std::size_t, double, Duration> key_;
};

/// Every pair in an order that changes what was asked before.
template <class Visit>
void for_all_pairs(const Topology& t, Visit visit) {
  for (NodeId from = 0; from < t.node_count(); ++from) {
    for (NodeId to = 0; to < t.node_count(); ++to) {
      if (from != to) visit(from, to);
    }
  }
}

std::size_t chip_number(const Topology& t, NodeId node) {
  const auto at = std::find(t.chips().begin(), t.chips().end(), node);
  return at == t.chips().end() ? 0 : static_cast<std::size_t>(at - t.chips().begin());
}

std::string pair_name(const Topology& t, NodeId from, NodeId to, Ties ties) {
  return t.node(from).name + " to " + t.node(to).name + (ties == Ties::destination ? " by destination; " : "; ");
}

/// The pairs whose routes differ from the best of all there are.
std::string unlike_plain(const Topology& t) {
  std::string unlike;
  ShortestRouter by_file(t, Ties::file_order), by_destination(t, Ties::destination);
  for_all_pairs(t, [&](NodeId from, NodeId to) {
    const PlainRouter plain(t, from, to);
    for (const Ties ties : {Ties::file_order, Ties::destination}) {
      const Route* found = (ties == Ties::file_order ? by_file : by_destination).find(from, to);
      const std::size_t choice = ties == Ties::file_order ? 0 : chip_number(t, to);
      const bool same = found == nullptr
                            ? !plain.found()
                            : plain.found() && found->links == plain.route(choice) && found->latency == plain.latency();
      if (!same) unlike += pair_name(t, from, to, ties);
    }
  });
  return unlike;
}

/// The pairs whose routes differ from those that a search for each pair finds.
std::string unlike_searched(const Topology& t) {
  std::string unlike;
  for (const Ties ties : {Ties::file_order, Ties::destination}) {
    ShortestRouter router(t, ties);
    SearchingRouter searching(t, ties);
    for_all_pairs(t, [&](NodeId from, NodeId to) {
      const RouteView view = router.view(from, to);
      const Route* searched = searching.find(from, to);
      const bool same = searched == nullptr ? view.links.empty()
                                            : std::equal(view.links.begin(), view.links.end(), searched->links.begin(),
                                                         searched->links.end()) &&
                                                  view.latency == searched->latency;
      if (!same) unlike += pair_name(t, from, to, ties);
    });
  }
  return unlike;
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
    CAPTURE(seed, yaml);
    REQUIRE(unlike_plain(build(yaml)) == "");
  }
}

TEST_CASE("shortest: agrees with trying every path, on random clusters", "[property]") {
  for (std::uint64_t seed = 0; seed < 400; ++seed) {
    Random random(seed);
    const std::string yaml = random_cluster(random);
    CAPTURE(seed, yaml);
    REQUIRE(unlike_plain(build(yaml)) == "");
  }
}

TEST_CASE("shortest: agrees with a search for every pair, on random clusters", "[property]") {
  for (std::uint64_t seed = 1000; seed < 2000; ++seed) {
    Random random(seed);
    const std::string yaml = random_cluster(random);
    CAPTURE(seed, yaml);
    REQUIRE(unlike_searched(build(yaml)) == "");
  }
}

TEST_CASE("shortest: agrees with a search for every pair of a star, of leaves and spines, and of rails", "[property]") {
  CHECK(unlike_searched(Cluster::star(40)) == "");
  CHECK(unlike_searched(Cluster::leaf_spine(100)) == "");
  CHECK(unlike_searched(Cluster::rails(288)) == "");
}

TEST_CASE("shortest: routes of all pairs take no memory that grows with the pairs") {
  // A word a pair would be 4 bytes times the square of the chips.
  const std::size_t chips = 2048;
  for (const auto& topology : {Cluster::star, Cluster::leaf_spine, Cluster::rails}) {
    const Topology t = topology(static_cast<int>(chips));
    ShortestRouter router(t, Ties::destination);
    for (std::size_t step = 1; step < chips; step += 3) {
      for (std::size_t i = 0; i < chips; ++i) router.view(t.chips()[i], t.chips()[(i + step) % chips]);
    }
    CHECK(router.memory_bytes() < 4 * chips * chips / 4);
  }
}
