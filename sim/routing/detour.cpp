#include "routing/detour.h"

#include <algorithm>

#include "routing/hop_field.h"
#include "routing/searching_router.h"

namespace collsim {

DetourRouter::DetourRouter(const Topology& topology, Ties ties)
    : topology_(topology), ties_(ties), dead_(topology.link_count(), 0) {}

DetourRouter::~DetourRouter() = default;

void DetourRouter::set_dead(LinkId link, bool dead) {
  if (is_dead(link) == dead) return;
  dead_[link] = dead ? 1 : 0;
  dead_count_ = dead ? dead_count_ + 1 : dead_count_ - 1;
  searching_.reset();
}

bool DetourRouter::blocks(std::span<const LinkId> links) const {
  return any_dead() && std::any_of(links.begin(), links.end(), [this](LinkId link) { return is_dead(link); });
}

const Route* DetourRouter::find(NodeId from, NodeId to) {
  if (searching_ == nullptr) searching_ = std::make_unique<SearchingRouter>(topology_, ties_, &dead_);
  return searching_->find(from, to);
}

bool joined(const Topology& topology, NodeId from, NodeId to, const std::vector<char>& dead) {
  return HopField(topology, to, &dead).search_for(from);
}

std::vector<LinkId> blocking_links(const Topology& topology, NodeId from, NodeId to, const std::vector<char>& dead) {
  std::vector<LinkId> found;
  for (LinkId link = 0; link < dead.size(); ++link) {
    if (dead[link] != 0) found.push_back(link);
  }
  std::vector<char> alone(dead.size(), 0);
  for (const LinkId link : found) {
    alone[link] = 1;
    if (!joined(topology, from, to, alone)) return {link};
    alone[link] = 0;
  }
  std::vector<char> left = dead;
  const auto needless = [&](LinkId link) {
    left[link] = 0;
    const bool still_apart = !joined(topology, from, to, left);
    left[link] = still_apart ? 0 : 1;
    return still_apart;
  };
  found.erase(std::remove_if(found.begin(), found.end(), needless), found.end());
  return found;
}

}  // namespace collsim
