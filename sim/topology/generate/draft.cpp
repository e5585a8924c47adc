#include "topology/generate/draft.h"

#include <algorithm>
#include <cassert>
#include <stdexcept>

#include "base/id_range.h"

namespace collsim {
namespace {

LinkGroup group_of(const LinkParameters& link, Tier tier, Mark mark) {
  assert(link.bandwidth);
  LinkGroup group;
  group.bandwidth = *link.bandwidth;
  group.latency = link.latency.value_or(Duration::zero());
  group.back_bandwidth = link.back_bandwidth;
  group.back_latency = link.back_latency;
  group.tier = link.tier.value_or(tier);
  group.duplex = link.duplex.value_or(Duplex::full);
  group.count = link.count.value_or(1);
  group.mark = group.from_mark = group.to_mark = mark;
  narrow(group, link.utilization.value_or(1));
  return group;
}

}  // namespace

void Draft::count(std::size_t nodes, std::size_t links) {
  nodes_ += nodes;
  links_ += links;
  if (nodes_ > most_generated_nodes) throw std::length_error("this makes more than 4 million nodes");
  if (links_ > most_generated_links) throw std::length_error("this makes more than 10 million links");
}

void Draft::add_nodes(std::span<const std::string> ids, const NodeParameters& node) {
  count(ids.size(), 0);
  for (std::string& pattern : patterns(ids))
    description_.nodes.push_back(
        {std::move(pattern), node.kind, node.latency, node.forwards, node.reduces, node.multicasts, mark_});
}

void Draft::add_block(const NetworkBlock& block, const std::string& prefix, bool forwarding) {
  for (NodeGroup group : block.description.nodes) {
    count(count_ids(group.ids), 0);
    group.ids = prefix + group.ids;
    group.mark = mark_;
    if (forwarding && group.kind == NodeKind::chip && !group.forwards) group.forwards = true;
    description_.nodes.push_back(std::move(group));
  }
  for (LinkGroup group : block.description.links) {
    count(0, std::max(count_ids(group.from), count_ids(group.to)));
    group.from = prefix + group.from;
    group.to = prefix + group.to;
    group.mark = group.from_mark = group.to_mark = mark_;
    description_.links.push_back(std::move(group));
  }
}

void Draft::join(std::span<const std::string> from, std::span<const std::string> to, const LinkParameters& link,
                 Tier tier) {
  LinkGroup group = group_of(link, tier, mark_);
  if (group.duplex == Duplex::half && (group.back_bandwidth || group.back_latency))
    throw ParameterError(link.back_bandwidth ? static_cast<const void*>(&link.back_bandwidth) : &link.back_latency,
                         "with duplex: half both directions share one capacity, and neither can have one of its own");
  const int copies = link.links.value_or(1);
  count(0, std::max(from.size(), to.size()) * static_cast<std::size_t>(copies));
  const auto pairs = pair_patterns(from, to);
  for (int copy = 0; copy < copies; ++copy) {
    for (const auto& [left, right] : pairs) {
      group.from = left;
      group.to = right;
      description_.links.push_back(group);
    }
  }
}

}  // namespace collsim
