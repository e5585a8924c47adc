#include "workload/failover.h"

#include <algorithm>
#include <utility>

#include <fmt/format.h>

namespace collsim {
namespace {

constexpr std::size_t kMostNamed = 4;

std::string names_of(const Topology& topology, const std::vector<LinkId>& links) {
  std::vector<std::string> names;
  for (std::size_t i = 0; i < std::min(links.size(), kMostNamed); ++i) names.push_back(topology.link_name(links[i]));
  const std::string more =
      links.size() > kMostNamed ? fmt::format(" and {} more", links.size() - kMostNamed) : std::string();
  return fmt::format("{}{}", fmt::join(names, ", "), more);
}

}  // namespace

Failover::Failover(EventQueue& queue, const Topology& topology, Routers& routers, Duration detection,
                   std::function<bool(LinkId)> comes_back)
    : queue_(queue),
      topology_(topology),
      routers_(routers),
      detection_(detection),
      comes_back_(std::move(comes_back)),
      number_(topology.link_count(), 0) {}

void Failover::link_changed(LinkId link, bool up) {
  const Instant known = later(queue_.now(), detection_);
  if (unknown_.empty() || unknown_.back().known != known) queue_.schedule(known, *this, 0);
  unknown_.push_back({known, link, up, ++number_[link]});
}

/// All that gets known at one instant is known before anybody looks for another way.
void Failover::handle(Instant now, std::uint64_t) {
  bool news = false;
  for (; !unknown_.empty() && unknown_.front().known <= now; unknown_.pop_front()) {
    const Change& c = unknown_.front();
    if (c.number != number_[c.link] || routers_.detours.is_dead(c.link) != c.up) continue;
    routers_.set_dead(c.link, !c.up);
    news = true;
  }
  if (!news) return;
  ++changes_;
  changed_();
}

std::optional<std::string> Failover::why_cut_off(NodeId from, NodeId to) const {
  std::vector<char> for_good = routers_.detours.dead();
  for (LinkId link = 0; link < for_good.size(); ++link) {
    if (for_good[link] != 0 && comes_back_(link)) for_good[link] = 0;
  }
  if (joined(topology_, from, to, for_good)) return {};
  const std::vector<LinkId> cut = blocking_links(topology_, from, to, for_good);
  if (cut.size() == 1) return fmt::format("every way passes {}, which is down", names_of(topology_, cut));
  return fmt::format("every way passes one of {}, which are down", names_of(topology_, cut));
}

std::optional<std::string> Failover::why_cut_off(const Route& route) const {
  for (const LinkId link : route.links) {
    if (routers_.detours.is_dead(link) && !comes_back_(link)) {
      return fmt::format("passes {}, which is down", topology_.link_name(link));
    }
  }
  return {};
}

}  // namespace collsim
