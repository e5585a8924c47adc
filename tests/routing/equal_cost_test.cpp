#include "routing/equal_cost.h"

#include <map>
#include <set>

#include "scenario/reader.h"
#include "support/catch.h"
#include "support/random_topology.h"

using namespace collsim;
using namespace collsim::test;

namespace {

Topology build(const std::string& yaml) { return build_topology(parse_topology(yaml, "t.yaml").topology); }

using Path = std::vector<LinkId>;

/// Every way of the fewest hops over live links, by trying all that are not longer.
class AllWays {
 public:
  AllWays(const Topology& topology, const std::set<LinkId>& dead, NodeId from, NodeId to)
      : topology_(topology), dead_(dead), to_(to), least_(2 * topology.node_count()) {
    visit(from);
  }
  const std::set<Path>& ways() const { return ways_; }

 private:
  void visit(RouteState at) {
    const NodeId node = at % static_cast<NodeId>(topology_.node_count());
    if (node == to_) {
      if (path_.size() < least_) ways_.clear();
      least_ = path_.size();
      ways_.insert(path_);
      return;
    }
    if (path_.size() == least_ || (!path_.empty() && !topology_.node(node).forwards)) return;
    // A state that was reached in fewer hops before is on no shortest way from here.
    const auto [known, fresh] = reached_.emplace(at, path_.size());
    if (!fresh && known->second < path_.size()) return;
    known->second = path_.size();
    for (LinkId id = 0; id < topology_.link_count(); ++id) {
      const Link& link = topology_.link(id);
      const bool nic_between_chips = at != node && topology_.node(link.to).kind == NodeKind::chip;
      if (link.from != node || dead_.count(id) > 0 || nic_between_chips) continue;
      path_.push_back(id);
      visit(entering(topology_, link.from, link.to));
      path_.pop_back();
    }
  }

  const Topology& topology_;
  const std::set<LinkId>& dead_;
  NodeId to_;
  std::size_t least_;
  std::map<RouteState, std::size_t> reached_;
  Path path_;
  std::set<Path> ways_;
};

/// Every way that the view leads along.
void follow(EqualCost& view, RouteState at, NodeId to, Path& path, std::set<Path>& found) {
  const auto next = view.next(at, to);
  if (next.empty()) {
    if (view.hops(at, to) == 0) found.insert(path);
    return;
  }
  const std::vector<LinkId> links(next.begin(), next.end());
  for (const LinkId link : links) {
    path.push_back(link);
    follow(view, view.after(link), to, path, found);
    path.pop_back();
  }
}

std::string unlike_all_ways(const Topology& t, EqualCost& view, const std::set<LinkId>& dead) {
  std::string unlike;
  for (NodeId from = 0; from < t.node_count(); ++from) {
    for (NodeId to = 0; to < t.node_count(); ++to) {
      if (from == to) continue;
      const AllWays all(t, dead, from, to);
      std::set<Path> found;
      Path path;
      follow(view, from, to, path, found);
      const std::uint32_t hops =
          all.ways().empty() ? EqualCost::kUnreachable : static_cast<std::uint32_t>(all.ways().begin()->size());
      if (found != all.ways() || view.hops(from, to) != hops)
        unlike += t.node(from).name + "->" + t.node(to).name + " ";
    }
  }
  return unlike;
}

/// With all links, with some of them dead, and with these alive again.
void check_against_all_ways(const std::string& yaml, Random& random) {
  const Topology t = build(yaml);
  EqualCost view(t);
  REQUIRE(unlike_all_ways(t, view, {}) == "");
  std::set<LinkId> dead;
  for (LinkId id = 0; id < t.link_count(); ++id) {
    if (random.below(5) == 0) dead.insert(id);
  }
  for (const LinkId id : dead) view.set_dead(id, true);
  REQUIRE(unlike_all_ways(t, view, dead) == "");
  for (const LinkId id : dead) view.set_dead(id, false);
  REQUIRE(unlike_all_ways(t, view, {}) == "");
}

}  // namespace

TEST_CASE("equal cost: all ways of the fewest hops and no others, on random graphs with dead links", "[property]") {
  for (std::uint64_t seed = 0; seed < 600; ++seed) {
    Random random(seed);
    const std::string yaml = random_graph(random);
    CAPTURE(seed, yaml);
    check_against_all_ways(yaml, random);
  }
}

TEST_CASE("equal cost: all ways of the fewest hops and no others, on random clusters with dead links", "[property]") {
  for (std::uint64_t seed = 0; seed < 200; ++seed) {
    Random random(seed);
    const std::string yaml = random_cluster(random);
    CAPTURE(seed, yaml);
    check_against_all_ways(yaml, random);
  }
}

TEST_CASE("equal cost: parallel links are ways of their own, whatever their bandwidths and latencies") {
  const Topology t = build(
      "nodes: [{id: a, kind: chip}, {id: b, kind: chip}, {id: l, kind: switch}, {id: r, kind: switch}]\n"
      "links:\n"
      "  - {from: a, to: l, bandwidth: 10 GB/s}\n  - {from: r, to: b, bandwidth: 10 GB/s}\n"
      "  - {from: l, to: r, bandwidth: 10 GB/s}\n  - {from: l, to: r, bandwidth: 20 GB/s, latency: 5 ns}\n"
      "  - {from: l, to: r, bandwidth: 10 GB/s}\n");
  EqualCost view(t);
  const NodeId l = t.find_node("l").value(), b = t.find_node("b").value();
  std::vector<std::string> names;
  for (const LinkId link : view.next(l, b)) names.push_back(t.link_name(link));
  CHECK(names == std::vector<std::string>{"l->r", "l->r#2", "l->r#3"});
  view.set_dead(t.find_link("l->r#2").value(), true);
  CHECK(view.next(l, b).size() == 2);
  CHECK(view.hops(l, b) == 2);
}

TEST_CASE("equal cost: what is kept grows with the switches and not with pairs of chips") {
  // Eight leaves of 64 chips under four spines.
  const Topology t = build(
      "generate: {kind: leaf_spine, leaves: 8, chips_per_leaf: 64, spines: 4, link: {bandwidth: 10 GB/s}, "
      "uplink: {bandwidth: 10 GB/s}}\n");
  EqualCost view(t);
  const std::size_t before = view.memory_bytes();
  for (const NodeId from : t.chips()) {
    for (const NodeId to : t.chips()) REQUIRE((from == to || view.hops(from, to) != EqualCost::kUnreachable));
  }
  // Chips are entered from their leaves alone: a field of hops (two bytes each) over the 12 switches for each leaf.
  CHECK(view.memory_bytes() - before == 8 * 12 * 2);
}
