#include "routing/shortest.h"

#include <algorithm>

#include "routing/searching_router.h"

namespace collsim {

ShortestRouter::ShortestRouter(const Topology& topology, Ties ties)
    : topology_(topology),
      ties_(ties),
      choice_(topology.node_count(), 0),
      core_(cut_into_core_and_stubs(topology)),
      tables_(core_, ties) {
  path_.links.resize(std::max<std::size_t>(core_.most_states, 1));
  other_path_.links.resize(path_.links.size());
  if (ties == Ties::file_order) return;
  std::uint32_t index = 0;
  for (const NodeId chip : topology.chips()) choice_[chip] = index++;
}

ShortestRouter::~ShortestRouter() = default;

const Route* ShortestRouter::find(NodeId from, NodeId to) {
  const RouteView found = view(from, to);
  if (found.links.empty()) return nullptr;
  route_.links.assign(found.links.begin(), found.links.end());
  route_.latency = found.latency;
  return &route_;
}

RouteView ShortestRouter::view(NodeId from, NodeId to) {
  if (!core_.direct.empty()) {
    if (const LinkId link = direct_link(from, to, choice_[to]); link != kNoLink) {
      path_.links.front() = link;
      path_.hops = 1;
      path_.latency = topology_.link(link).latency;
      return view_of_path();
    }
  }
  const RouteView found = through_core(from, to, choice_[to]);
  const bool of_stub_nic = found.links.empty() && (core_.is_stub_nic[from] != 0 || core_.is_stub_nic[to] != 0);
  return of_stub_nic ? search(from, to) : found;
}

/// Where both ends are attached to several components in common the fewest hops decide.
RouteView ShortestRouter::through_core(NodeId from, NodeId to, std::uint32_t choice) {
  const Attachment* a = core_.attachments.data() + core_.first_attachment[from];
  const Attachment* b = core_.attachments.data() + core_.first_attachment[to];
  const Attachment* const last_a = core_.attachments.data() + core_.first_attachment[from + 1];
  const Attachment* const last_b = core_.attachments.data() + core_.first_attachment[to + 1];
  path_.hops = 0;
  bool equal = false;
  while (a != last_a && b != last_b) {
    if (a->component != b->component) {
      ++(a->component < b->component ? a : b);
      continue;
    }
    Path& path = path_.hops == 0 ? path_ : other_path_;
    switch (tables_.find(*a++, *b++, choice, path)) {
      case ForwardingTables::Answer::unknown:
        return search(from, to);
      case ForwardingTables::Answer::none:
        continue;
      case ForwardingTables::Answer::found:
        break;
    }
    if (&path == &path_) continue;
    if (path.hops == path_.hops) equal = true;
    if (path.hops < path_.hops) {
      std::swap(path_, other_path_);
      equal = false;
    }
  }
  return equal ? search(from, to) : view_of_path();
}

RouteView ShortestRouter::search(NodeId from, NodeId to) {
  if (searching_ == nullptr) searching_ = std::make_unique<SearchingRouter>(topology_, ties_);
  const Route* found = searching_->find(from, to);
  return found == nullptr ? RouteView{} : RouteView{found->links, found->latency};
}

LinkId ShortestRouter::direct_link(NodeId from, NodeId to, std::uint32_t choice) const {
  const auto at = std::lower_bound(
      core_.direct.begin(), core_.direct.end(), std::pair(from, to),
      [](const DirectLinks& d, const std::pair<NodeId, NodeId>& pair) { return std::pair(d.from, d.to) < pair; });
  if (at == core_.direct.end() || at->from != from || at->to != to) return kNoLink;
  return at->best[choice % at->best.size()];
}

std::size_t ShortestRouter::memory_bytes() const {
  return choice_.capacity() * sizeof(std::uint32_t) + core_.memory_bytes() + tables_.memory_bytes() +
         (path_.links.capacity() + other_path_.links.capacity()) * sizeof(LinkId) +
         (searching_ == nullptr ? 0 : searching_->memory_bytes());
}

}  // namespace collsim
