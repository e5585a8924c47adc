#include "study/lower_bound.h"

#include <algorithm>
#include <cmath>
#include <limits>
#include <optional>
#include <queue>

#include <fmt/format.h>

#include "base/error.h"
#include "study/node_links.h"
#include "topology/cut.h"
#include "workload/model_for.h"

namespace collsim {
namespace {

constexpr std::size_t kMostSources = 64;
// A cut costs time in proportion to the links and more; so many links in all.
constexpr std::size_t kMostCutLinks = 2'000'000;
constexpr double kInfinite = std::numeric_limits<double>::infinity();

/// Least latency from one chip to all nodes, over links and what forwards; a chip on the way may relay, for nothing.
std::vector<Duration> latencies_from(const Topology& topology, NodeId source) {
  using Entry = std::pair<Duration, NodeId>;
  std::vector<Duration> best(topology.node_count(), Duration::max());
  std::priority_queue<Entry, std::vector<Entry>, std::greater<>> open;
  best[source] = {};
  open.emplace(Duration{}, source);
  while (!open.empty()) {
    const auto [at, node] = open.top();
    open.pop();
    if (at > best[node]) continue;
    const bool passes = node != source && topology.node(node).kind != NodeKind::chip;
    const auto [first, last] = links_out_of(topology, node);
    for (LinkId id = first; id < last; ++id) {
      const Link& link = topology.link(id);
      const Duration there = at + link.latency + (passes ? topology.node(node).latency : Duration{});
      if (there >= best[link.to]) continue;
      best[link.to] = there;
      open.emplace(there, link.to);
    }
  }
  return best;
}

class Search {
 public:
  Search(const Topology& topology, std::span<const NodeId> chips, const Needs& needs, const BoundTerms& terms)
      : topology_(topology), chips_(chips), needs_(needs), terms_(terms) {
    for (const NodeId chip : chips_) find_least_latency(chip);
    fixed_ = terms_.alpha_start + (least_latency_ == Duration::max() ? Duration{} : least_latency_);
    out_.in_network = needs.in_network();
  }

  LowerBound run(std::span<const ChipGroups> groups) {
    try_latency();
    try_ports();
    try_cuts(groups);
    std::stable_sort(out_.bounds.begin(), out_.bounds.end(),
                     [](const Bound& a, const Bound& b) { return a.time > b.time; });
    return std::move(out_);
  }

 private:
  void find_least_latency(NodeId chip) {
    const auto [first, last] = links_out_of(topology_, chip);
    for (LinkId id = first; id < last; ++id) least_latency_ = std::min(least_latency_, topology_.link(id).latency);
  }

  void keep(Bound bound) {
    const auto known =
        std::find_if(out_.bounds.begin(), out_.bounds.end(), [&](const Bound& b) { return b.kind == bound.kind; });
    if (known == out_.bounds.end()) {
      out_.bounds.push_back(std::move(bound));
    } else if (bound.time > known->time) {
      *known = std::move(bound);
    }
  }

  /// Bytes over a capacity, both finite and above 0; else there is nothing to learn.
  void try_bytes(Bound::Kind kind, const std::string& where, double bytes, double bandwidth) {
    const double capacity = bandwidth * terms_.utilization;
    if (bytes <= 0 || !(capacity > 0) || std::isinf(capacity)) return;
    const double seconds = bytes / capacity;
    if (!(seconds < to_seconds(Duration::max()) / 4)) return;
    // Down to a whole tick, so that rounding cannot lift the bound above a run.
    keep({kind, where, bytes, capacity, fixed_, fixed_ + Duration(static_cast<Duration::rep>(seconds * 1e12))});
  }

  void try_latency() {
    const std::size_t stride = std::max<std::size_t>(1, chips_.size() / kMostSources);
    if (stride > 1) out_.sampled = true;
    for (std::size_t from = 0; from < chips_.size(); from += stride) try_latency_from(static_cast<Rank>(from));
    if (stride > 1) try_latency_from(needs_.root());
  }

  void try_latency_from(Rank from) {
    const std::vector<Duration> latency = latencies_from(topology_, chip(from));
    std::optional<Rank> farthest;
    for (Rank to = 0; to < needs_.ranks(); ++to) {
      if (latency[chip(to)] == Duration::max() || !needs_.connects(from, to)) continue;
      if (!farthest || latency[chip(to)] > latency[chip(*farthest)]) farthest = to;
    }
    if (!farthest) return;
    const Duration time = terms_.alpha_start + latency[chip(*farthest)];
    keep({Bound::Kind::latency, fmt::format("{} to {}", name(from), name(*farthest)), 0, 0, time, time});
  }

  void try_ports() {
    double all_out = 0;
    std::vector<double> in(topology_.node_count(), 0.0);
    for (LinkId id = 0; id < topology_.link_count(); ++id) in[topology_.link(id).to] += terms_.bandwidth[id];
    for (Rank r = 0; r < needs_.ranks(); ++r) {
      const auto [first, last] = links_out_of(topology_, chip(r));
      double out = 0;
      for (LinkId id = first; id < last; ++id) out += terms_.bandwidth[id];
      all_out += out;
      const Needs::Crossing needed = needs_.of_rank(r);
      try_bytes(Bound::Kind::port_out, "out of " + name(r), needed.out, out);
      try_bytes(Bound::Kind::port_in, "into " + name(r), needed.in, in[chip(r)]);
    }
    if (const auto sent = needs_.sent_by_all())
      try_bytes(Bound::Kind::all_ports, "out of all ranks together", *sent, all_out);
  }

  void try_cuts(std::span<const ChipGroups> groups) {
    const std::size_t links = std::max<std::size_t>(1, topology_.link_count());
    cuts_left_ = std::max<std::size_t>(8, kMostCutLinks / links);
    std::vector<char> inside(chips_.size(), 0);
    if (chips_.size() > 2) {
      std::fill_n(inside.begin(), chips_.size() / 2, 1);
      try_cut(
          fmt::format("{} … {}, the first half of the ranks", name(0), name(static_cast<Rank>(chips_.size() / 2 - 1))),
          inside);
    }
    for (const ChipGroups& of : groups) {
      const int tried = std::min(of.count(), std::max(2, static_cast<int>(cuts_left_ / 2)));
      if (tried < of.count()) out_.sampled = true;
      for (int group = 0; group < tried; ++group) try_group(of, group);
    }
    for (Rank r = 0; r < needs_.ranks() && cuts_left_ > 0; ++r) {
      inside.assign(chips_.size(), 0);
      inside[static_cast<std::size_t>(r)] = 1;
      try_cut(name(r), inside);
    }
  }

  void try_group(const ChipGroups& of, int group) {
    std::vector<char> inside;
    for (const int g : of.group_of) inside.push_back(g == group ? 1 : 0);
    try_cut(of.names[static_cast<std::size_t>(group)], inside);
  }

  void try_cut(const std::string& who, const std::vector<char>& inside) {
    if (cuts_left_ == 0) return;
    --cuts_left_;
    std::vector<NodeId> in, beyond;
    for (std::size_t i = 0; i < chips_.size(); ++i) (inside[i] ? in : beyond).push_back(chips_[i]);
    if (in.empty() || beyond.empty()) return;
    const Needs::Crossing needed = needs_.crossing(inside);
    if (needed.out > 0)
      try_bytes(Bound::Kind::cut, "out of " + who, needed.out, least_cut(topology_, terms_.bandwidth, in, beyond));
    if (needed.in > 0)
      try_bytes(Bound::Kind::cut, "into " + who, needed.in, least_cut(topology_, terms_.bandwidth, beyond, in));
  }

  NodeId chip(Rank rank) const { return chips_[static_cast<std::size_t>(rank)]; }
  const std::string& name(Rank rank) const { return topology_.node(chip(rank)).name; }

  const Topology& topology_;
  std::span<const NodeId> chips_;
  const Needs& needs_;
  const BoundTerms& terms_;
  Duration least_latency_ = Duration::max();
  Duration fixed_{};
  std::size_t cuts_left_ = 0;
  LowerBound out_;
};

void raise_by_events(const std::vector<LinkEventSpec>& specs, std::span<const Resolved::LinkEvent> resolved,
                     const Topology& topology, std::vector<double>& bandwidth) {
  for (std::size_t i = 0; i < resolved.size(); ++i) {
    const LinkEventSpec& event = specs[i];
    if (event.change != LinkEventSpec::Change::bandwidth) continue;
    for (const LinkId id : resolved[i].links) {
      bandwidth[id] = std::max(bandwidth[id], event.bandwidth);
      if (topology.link(id).duplex != Duplex::half) continue;
      const LinkId back = topology.link(id).reverse;
      bandwidth[back] = std::max(bandwidth[back], event.bandwidth);
    }
  }
}

}  // namespace

BoundTerms bound_terms(const Scenario& scenario, const Topology& topology, std::span<const Resolved::LinkEvent> events,
                       const CollectiveSpec& spec, int ranks) {
  BoundTerms terms;
  // Switches may be cheaper to cross than what goes between two ranks, and a bound has to hold for both.
  const Model between = model_for(scenario.model, spec, spec.sizes.front(), ranks);
  const Model switched = scenario.model.of(Kernel::in_network, spec.sizes.front());
  terms.alpha_start =
      std::min(between.alpha_start_of(spec.protocol).total(), switched.alpha_start_of(spec.protocol).total());
  terms.utilization = std::max(between.utilization_of(spec.protocol), switched.utilization_of(spec.protocol));
  const bool shared = scenario.model.sharing != Sharing::none;
  for (LinkId id = 0; id < topology.link_count(); ++id) {
    const Link& link = topology.link(id);
    terms.bandwidth.push_back(shared && link.duplex != Duplex::uncontended ? link.bandwidth : kInfinite);
  }
  raise_by_events(scenario.events, events, topology, terms.bandwidth);
  return terms;
}

LowerBound lower_bound(const Topology& topology, std::span<const NodeId> chips, const Needs& needs,
                       const BoundTerms& terms, std::span<const ChipGroups> groups) {
  if (chips.size() < 2) return {};
  return Search(topology, chips, needs, terms).run(groups);
}

}  // namespace collsim
