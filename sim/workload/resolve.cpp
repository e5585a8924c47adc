#include "workload/resolve.h"

#include <algorithm>
#include <map>
#include <unordered_map>
#include <utility>

#include <fmt/format.h>

#include "base/id_range.h"
#include "base/mixing.h"
#include "collective/table.h"
#include "workload/resolve_events.h"
#include "workload/route_layer.h"

namespace collsim {
namespace {

// A pattern may name millions; looking for the nearest name takes time for each.
constexpr int kMostUnknown = 30;

class Resolver {
 public:
  Resolver(const Scenario& scenario, const Topology& topology)
      : scenario_(scenario), topology_(topology), diagnostics_(scenario.file) {}

  Resolved run() {
    resolve_stragglers();
    for (const CollectiveSpec& spec : scenario_.collectives) {
      out_.groups.push_back(group_of(spec));
      out_.orders.push_back(orders_of(spec, out_.groups.back()));
      out_.lateness.push_back(lateness_of(spec.id, out_.groups.back()));
      out_.slowness.push_back(slowness_of(out_.groups.back()));
    }
    for (const BackgroundSpec& spec : scenario_.background) {
      out_.background.push_back(two_chips("background", spec.from, spec.to));
    }
    for (const NoiseSpec& spec : scenario_.noise) out_.noise.push_back(two_chips("noise", spec.from, spec.to));
    out_.events = resolve_events(scenario_.events, topology_, diagnostics_);
    resolve_routes();
    diagnostics_.throw_if_any();
    return std::move(out_);
  }

 private:
  std::vector<std::string> expand(const Reference& reference) {
    try {
      return expand_ids(reference.text);
    } catch (const std::invalid_argument& e) {
      diagnostics_.add(reference.mark, e.what());
      return {};
    }
  }

  void add_unknown_chip(const std::string& name, Mark mark) {
    std::vector<std::string_view> names;
    for (const NodeId id : topology_.chips()) names.push_back(topology_.node(id).name);
    std::string known = fmt::format("; topology '{}' has {} chips", topology_.name(), names.size());
    if (!names.empty()) known += fmt::format(", {} to {}", names.front(), names.back());
    diagnostics_.add(mark, fmt::format("unknown chip '{}'{}{}", name, suggestion(name, names), known));
  }

  std::optional<NodeId> chip(const std::string& name, Mark mark) {
    const auto found = topology_.find_node(name);
    if (!found) {
      if (++unknown_ <= kMostUnknown) add_unknown_chip(name, mark);
      return {};
    }
    if (topology_.node(*found).kind != NodeKind::chip) {
      diagnostics_.add(
          mark, fmt::format("'{}' is a {}; only chips send and receive", name, to_string(topology_.node(*found).kind)));
      return {};
    }
    return found;
  }

  std::vector<NodeId> group_of(const CollectiveSpec& spec) {
    std::vector<NodeId> group;
    if (spec.ranks.empty()) {
      group = topology_.chips();
      if (group.empty()) diagnostics_.add(spec.mark, "the topology has no chip, so the operation has no rank");
    }
    for (const Reference& reference : spec.ranks) {
      for (const std::string& name : expand(reference)) {
        if (const auto id = chip(name, reference.mark)) group.push_back(*id);
      }
    }
    refuse_repeats(spec, group);
    check_groups(spec, group.size());
    if (spec.root >= static_cast<int>(group.size()) && !group.empty()) {
      diagnostics_.add(spec.mark, fmt::format("root {} is no rank: the group has {} ranks, 0 to {}", spec.root,
                                              group.size(), group.size() - 1));
    }
    return group;
  }

  void refuse_repeats(const CollectiveSpec& spec, const std::vector<NodeId>& group) {
    std::unordered_map<NodeId, std::size_t> rank_of;
    for (std::size_t rank = 0; rank < group.size(); ++rank) {
      const auto [at, fresh] = rank_of.emplace(group[rank], rank);
      if (fresh) continue;
      const Mark mark = spec.ranks.empty() ? spec.mark : spec.ranks.front().mark;
      diagnostics_.add(mark, fmt::format("chip '{}' is rank {} and rank {}; a chip can be one rank of a group",
                                         topology_.node(group[rank]).name, at->second, rank));
    }
  }

  /// A group that ranks could not be found for has been complained of already.
  void check_groups(const CollectiveSpec& spec, std::size_t ranks) {
    const Algorithm* algorithm = find_algorithm(spec.algorithm, spec.op);
    if (algorithm == nullptr) return;  // chosen later, from those that need no stated groups
    const bool stated = !spec.groups.empty();
    if (algorithm->tiers == Algorithm::Tiers::none && stated) {
      diagnostics_.add(spec.mark, fmt::format("'{}' does not work group by group: leave `groups` out", spec.algorithm));
    }
    if (algorithm->tiers == Algorithm::Tiers::stated && !stated) {
      diagnostics_.add(spec.mark, fmt::format("'{}' needs its dimensions, as in groups: [4, 4]", spec.algorithm));
    }
    double product = 1;
    for (const int size : spec.groups) product *= size;
    if (stated && ranks > 0 && product != static_cast<double>(ranks)) {
      diagnostics_.add(spec.mark, fmt::format("the groups multiply to {} ranks, and there are {}", product, ranks));
    }
  }

  /// Each order has been complained of where it is no permutation of the group.
  std::vector<std::vector<Rank>> orders_of(const CollectiveSpec& spec, const std::vector<NodeId>& group) {
    std::vector<std::vector<Rank>> orders;
    if (spec.orders.empty()) return orders;
    std::unordered_map<NodeId, Rank> rank_of;
    for (const NodeId id : group) rank_of.emplace(id, static_cast<Rank>(rank_of.size()));
    for (const std::vector<Reference>& order : spec.orders) orders.push_back(order_of(order, group, rank_of));
    return orders;
  }

  std::vector<Rank> order_of(const std::vector<Reference>& order, const std::vector<NodeId>& group,
                             const std::unordered_map<NodeId, Rank>& rank_of) {
    std::vector<Rank> ranks;
    std::vector<char> seen(group.size(), 0);
    for (const Reference& reference : order) {
      for (const std::string& name : expand(reference)) {
        const auto id = chip(name, reference.mark);
        const auto at = id ? rank_of.find(*id) : rank_of.end();
        if (id && at == rank_of.end()) {
          diagnostics_.add(reference.mark, fmt::format("chip '{}' of a ring's order is no rank of the group", name));
        } else if (id && std::exchange(seen[static_cast<std::size_t>(at->second)], 1) != 0) {
          diagnostics_.add(reference.mark,
                           fmt::format("chip '{}' stands twice in one order; a ring meets it once", name));
        } else if (id) {
          ranks.push_back(at->second);
        }
      }
    }
    complain_of_missing(order, group, seen);
    return ranks;
  }

  void complain_of_missing(const std::vector<Reference>& order, const std::vector<NodeId>& group,
                           const std::vector<char>& seen) {
    constexpr std::size_t kShown = 8;
    std::vector<std::string_view> missing;
    for (std::size_t rank = 0; rank < group.size(); ++rank) {
      if (seen[rank] == 0) missing.push_back(topology_.node(group[rank]).name);
    }
    if (missing.empty()) return;
    const std::string more = missing.size() > kShown ? fmt::format(" and {} more", missing.size() - kShown) : "";
    missing.resize(std::min(missing.size(), kShown));
    diagnostics_.add(order.front().mark, fmt::format("a ring's order names every chip of the group once; missing: {}{}",
                                                     fmt::join(missing, ", "), more));
  }

  void resolve_stragglers() {
    for (const StragglerSpec& spec : scenario_.stragglers) {
      for (const std::string& name : expand(spec.chip)) {
        const auto id = chip(name, spec.chip.mark);
        if (!id) continue;
        const bool late = spec.delay > Duration::zero() || spec.drawn_delay;
        note(late || spec.slow == 1, delay_, *id, spec, "delays");
        note(spec.slow != 1, slow_, *id, spec, "values of slow");
      }
    }
    if (!slow_.empty()) add_slow_links();
  }

  using ByChip = std::map<NodeId, const StragglerSpec*>;

  void note(bool wanted, ByChip& of, NodeId id, const StragglerSpec& spec, std::string_view what) {
    if (!wanted || of.emplace(id, &spec).second) return;
    diagnostics_.add(spec.chip.mark,
                     fmt::format("chip '{}' has two {}; it can have one", topology_.node(id).name, what));
  }

  void add_slow_links() {
    for (LinkId link = 0; link < topology_.link_count(); ++link) {
      const auto slow = slow_.find(topology_.link(link).from);
      if (slow != slow_.end()) out_.slow_links.push_back({link, slow->second->slow});
    }
  }

  std::vector<Duration> lateness_of(const std::string& operation, const std::vector<NodeId>& group) const {
    std::vector<Duration> lateness(group.size());
    bool anyone = false;
    for (std::size_t rank = 0; rank < group.size(); ++rank) {
      const auto at = delay_.find(group[rank]);
      if (at == delay_.end()) continue;
      lateness[rank] = delay_of(*at->second, operation, topology_.node(group[rank]).name);
      anyone = true;
    }
    return anyone ? lateness : std::vector<Duration>{};
  }

  Duration delay_of(const StragglerSpec& spec, const std::string& operation, const std::string& chip) const {
    if (!spec.drawn_delay) return spec.delay;
    const std::uint64_t who = mixed_bits(mixed_bits(operation), mixed_bits(chip));
    return draw(*spec.drawn_delay, mixed_bits(mixed_bits(scenario_.seed, mixed_bits("delay")), who));
  }

  std::vector<double> slowness_of(const std::vector<NodeId>& group) const {
    std::vector<double> factors(group.size(), 1);
    for (std::size_t rank = 0; rank < group.size(); ++rank) {
      if (const auto at = slow_.find(group[rank]); at != slow_.end()) factors[rank] = at->second->slow;
    }
    const bool anyone = std::any_of(factors.begin(), factors.end(), [](double factor) { return factor != 1; });
    return anyone ? factors : std::vector<double>{};
  }

  std::pair<NodeId, NodeId> two_chips(std::string_view what, const Reference& from_name, const Reference& to_name) {
    const auto from = chip(from_name.text, from_name.mark);
    const auto to = chip(to_name.text, to_name.mark);
    if (from && to && *from == *to) {
      diagnostics_.add(to_name.mark, fmt::format("{} from '{}' to itself; it needs two chips", what, to_name.text));
    }
    return {from.value_or(0), to.value_or(0)};
  }

  void resolve_routes() {
    if (scenario_.routes.empty()) return;
    RouteLayer layer(topology_, scenario_.model.ties, diagnostics_);
    for (const RouteSpec& spec : scenario_.routes) layer.add(spec, chips_of(spec.from), chips_of(spec.to));
    out_.routes = layer.finish();
    for (std::size_t i = 0; i < out_.background.size(); ++i) {
      if (out_.routes.find(out_.background[i].first, out_.background[i].second).size() < 2) continue;
      diagnostics_.add(scenario_.background[i].mark,
                       "a background flow is one flow, and its routes share its bytes: state one route for its pair");
    }
  }

  std::vector<NodeId> chips_of(const std::vector<Reference>& patterns) {
    std::vector<NodeId> chips;
    for (const Reference& pattern : patterns) {
      for (const std::string& name : expand(pattern)) {
        if (const auto id = chip(name, pattern.mark)) chips.push_back(*id);
      }
    }
    return chips;
  }

  const Scenario& scenario_;
  const Topology& topology_;
  Diagnostics diagnostics_;
  Resolved out_;
  ByChip delay_, slow_;
  int unknown_ = 0;
};

}  // namespace

Resolved resolve(const Scenario& scenario, const Topology& topology) { return Resolver(scenario, topology).run(); }

}  // namespace collsim
