#include <algorithm>
#include <numeric>

#include <fmt/format.h>

#include "base/id_range.h"
#include "topology/graph.h"

namespace collsim {
namespace {

constexpr Duration kMostLatency = std::chrono::seconds(100);
constexpr double kMostBandwidth = 1e18;
// A pattern may name millions; looking for the nearest name takes time for each.
constexpr int kMostUnknown = 30;

/// Turns a description into nodes and directed links, collecting what is wrong with it on the way.
class Builder {
 public:
  explicit Builder(const TopologyDescription& description)
      : description_(description), diagnostics_(description.file) {}

  std::unique_ptr<Graph> build() {
    for (const NodeGroup& group : description_.nodes) add_nodes(group);
    for (const LinkGroup& group : description_.links) add_links(group);
    diagnostics_.throw_if_any();
    number_parallel_links();
    return make_graph();
  }

 private:
  std::vector<std::string> expand(const std::string& pattern, Mark mark) {
    try {
      return expand_ids(pattern);
    } catch (const std::invalid_argument& e) {
      diagnostics_.add(mark, e.what());
      return {};
    }
  }

  void add_nodes(const NodeGroup& group) {
    if (group.latency > kMostLatency) diagnostics_.add(group.mark, "a node's latency is at most 100 s");
    const bool forwards = group.forwards.value_or(group.kind != NodeKind::chip);
    for (std::string& id : expand(group.ids, group.mark)) {
      if (id.empty() || id.find("->") != std::string::npos || id.find('#') != std::string::npos) {
        diagnostics_.add(group.mark, fmt::format("a node's id must not be empty nor hold '->' or '#': '{}'", id));
        continue;
      }
      const auto [at, fresh] = ids_.emplace(id, static_cast<NodeId>(nodes_.size()));
      if (!fresh) {
        const Mark first = marks_[at->second];
        diagnostics_.add(group.mark, fmt::format("node '{}' is given twice (first at line {}, column {})", id,
                                                 first.line, first.column));
        continue;
      }
      marks_.push_back(group.mark);
      nodes_.push_back({std::move(id), group.latency, group.kind, forwards, group.reduces, group.multicasts});
    }
  }

  std::optional<NodeId> resolve(const std::string& id, Mark mark) {
    if (const auto at = ids_.find(id); at != ids_.end()) return at->second;
    if (++unknown_ > kMostUnknown) return {};
    if (candidates_.empty()) {
      for (const Node& n : nodes_) candidates_.push_back(n.name);
    }
    diagnostics_.add(mark, fmt::format("unknown node '{}'{}", id, suggestion(id, candidates_)));
    return {};
  }

  /// Far above anything real, and far below where sums along a route leave the clock or a double.
  void check_extremes(const LinkGroup& group) {
    if (std::max(group.latency, group.back_latency.value_or(group.latency)) > kMostLatency)
      diagnostics_.add(group.mark, "a link's latency is at most 100 s");
    if (std::max(group.bandwidth, group.back_bandwidth.value_or(0)) * group.count > kMostBandwidth)
      diagnostics_.add(group.mark, "a link's bandwidth is at most 1e18 B/s");
  }

  void add_links(const LinkGroup& group) {
    check_extremes(group);
    const std::vector<std::string> from = expand(group.from, group.from_mark);
    const std::vector<std::string> to = expand(group.to, group.to_mark);
    if (from.empty() || to.empty()) return;
    if (from.size() != to.size() && from.size() != 1 && to.size() != 1) {
      diagnostics_.add(group.mark, fmt::format("'{}' is {} nodes and '{}' is {}: a link joins two nodes, two ranges of "
                                               "equal length, or one node and a range",
                                               group.from, from.size(), group.to, to.size()));
      return;
    }
    const std::size_t pairs = std::max(from.size(), to.size());
    for (std::size_t i = 0; i < pairs; ++i) {
      add_link(group, from[from.size() == 1 ? 0 : i], to[to.size() == 1 ? 0 : i]);
    }
  }

  void add_link(const LinkGroup& group, const std::string& from_id, const std::string& to_id) {
    const auto from = resolve(from_id, group.from_mark);
    const auto to = resolve(to_id, group.to_mark);
    if (!from || !to) return;
    if (*from == *to) {
      diagnostics_.add(group.mark, fmt::format("a link from '{}' to itself; it needs two nodes", from_id));
      return;
    }
    Link link;
    link.from = *from;
    link.to = *to;
    link.bandwidth = group.bandwidth * group.count;
    link.latency = group.latency;
    link.tier = group.tier;
    link.duplex = group.duplex;
    links_.push_back(link);
    std::swap(link.from, link.to);
    link.bandwidth = group.back_bandwidth.value_or(group.bandwidth) * group.count;
    link.latency = group.back_latency.value_or(group.latency);
    links_.push_back(link);
  }

  void number_parallel_links() {
    std::unordered_map<std::uint64_t, std::uint32_t> seen;
    for (Link& link : links_) link.ordinal = ++seen[(std::uint64_t{link.from} << 32) | link.to];
  }

  /// Links 2i and 2i+1 of the file are each other's reverse; the graph wants them by source.
  std::unique_ptr<Graph> make_graph() {
    std::vector<std::uint32_t> order(links_.size());
    std::iota(order.begin(), order.end(), 0U);
    std::stable_sort(order.begin(), order.end(),
                     [this](std::uint32_t a, std::uint32_t b) { return links_[a].from < links_[b].from; });
    std::vector<LinkId> id_of(links_.size());
    for (LinkId id = 0; id < order.size(); ++id) id_of[order[id]] = id;
    std::vector<std::pair<NodeId, NodeId>> ends;
    std::vector<Link> sorted;
    for (const std::uint32_t i : order) {
      sorted.push_back(links_[i]);
      sorted.back().reverse = id_of[i ^ 1U];
      ends.emplace_back(links_[i].from, links_[i].to);
    }
    auto graph = std::make_unique<Graph>();
    graph->csr = CsrGraph(boost::edges_are_unsorted_multi_pass, ends.begin(), ends.end(), sorted.begin(),
                          static_cast<NodeId>(nodes_.size()));
    for (NodeId id = 0; id < nodes_.size(); ++id) graph->csr[id] = std::move(nodes_[id]);
    return graph;
  }

  const TopologyDescription& description_;
  Diagnostics diagnostics_;
  std::vector<Node> nodes_;
  std::vector<Mark> marks_;  // of the nodes
  std::unordered_map<std::string, NodeId> ids_;
  std::vector<std::string_view> candidates_;  // for suggestions
  int unknown_ = 0;
  std::vector<Link> links_;
};

}  // namespace

Topology build_topology(const TopologyDescription& description) {
  return Topology(description.name, Builder(description).build());
}

}  // namespace collsim
