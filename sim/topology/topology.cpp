#include "topology/topology.h"

#include <charconv>

#include "topology/graph.h"

namespace collsim {

Topology::Topology(std::string name, std::unique_ptr<Graph> graph) : name_(std::move(name)), graph_(std::move(graph)) {
  by_name_.reserve(node_count());
  for (NodeId id = 0; id < node_count(); ++id) {
    by_name_.emplace(node(id).name, id);
    if (node(id).kind == NodeKind::chip) chips_.push_back(id);
  }
}

Topology::Topology(Topology&&) noexcept = default;
Topology::~Topology() = default;

std::size_t Topology::node_count() const { return boost::num_vertices(graph_->csr); }
std::size_t Topology::link_count() const { return boost::num_edges(graph_->csr); }
const Node& Topology::node(NodeId id) const { return graph_->csr[id]; }
const Link& Topology::link(LinkId id) const { return graph_->link(id); }

std::optional<NodeId> Topology::find_node(std::string_view name) const {
  const auto found = by_name_.find(name);
  if (found == by_name_.end()) return {};
  return found->second;
}

std::string Topology::link_name(LinkId id) const {
  const Link& l = link(id);
  std::string name = node(l.from).name + "->" + node(l.to).name;
  if (l.ordinal > 1) name += '#' + std::to_string(l.ordinal);
  return name;
}

std::optional<LinkId> Topology::find_link(std::string_view name) const {
  const std::size_t arrow = name.find("->");
  if (arrow == std::string_view::npos) return {};
  std::string_view to_name = name.substr(arrow + 2);
  std::uint32_t ordinal = 1;
  if (const std::size_t hash = to_name.find('#'); hash != std::string_view::npos) {
    const std::string_view digits = to_name.substr(hash + 1);
    const auto parsed = std::from_chars(digits.data(), digits.data() + digits.size(), ordinal);
    if (parsed.ec != std::errc{} || parsed.ptr != digits.data() + digits.size()) return {};
    to_name = to_name.substr(0, hash);
  }
  const auto from = find_node(name.substr(0, arrow));
  const auto to = find_node(to_name);
  if (!from || !to) return {};
  const auto [first, last] = boost::out_edges(*from, graph_->csr);
  for (auto e = first; e != last; ++e) {
    const Link& candidate = graph_->csr[*e];
    if (candidate.to == *to && candidate.ordinal == ordinal) return graph_->index(*e);
  }
  return {};
}

}  // namespace collsim
