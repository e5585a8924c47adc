#include <cmath>

#include <fmt/format.h>

#include "topology/generate/kinds.h"
#include "topology/generate/members.h"

namespace collsim {
namespace {

/// How a switch's ports are divided.
struct Split {
  std::size_t down = 0, up = 0;
};

/// A k-ary fat tree (Leiserson 1985; as of equal switches: Al-Fares, Loukissas & Vahdat, SIGCOMM 2008).
class FatTree final : public Generator {
 public:
  void describe(Parameters& p) override {
    p.whole(required("k", "ports of a switch"), k_, 2, 4096);
    p.whole(optional("tiers", "2: leaves and spines; 3: leaves and spines in pods, and cores"), tiers_, 2, 3);
    p.number(optional("oversubscription", "a leaf's ports down over its ports up: 2 is 2:1"), leaf_over_, 1e-3, 1e3);
    p.number(optional("spine_oversubscription", "the same of a spine, with 3 tiers"), spine_over_, 1e-3, 1e3);
    p.whole(optional("leaves", "of 2 tiers, if fewer than k"), leaves_, 1, 4096);
    p.whole(optional("pods", "of 3 tiers, if fewer than k"), pods_, 1, 4096);
    node_.describe(p);
    p.link(required("link", "from a chip, or each port of a node, to its leaf"), link_);
    p.link(optional("uplink", "from a leaf to a spine; else as link"), uplink_);
    p.link(optional("core_link", "from a spine to a core; else as uplink"), core_link_);
    p.time(switch_latency_key(), switch_latency_);
  }

  void draw(Draft& draft) const override {
    const Split leaf = split(leaf_over_);
    const bool cores = *tiers_ == 3;
    if (!cores) check_absent(pods_, "tiers: 3"), check_absent(spine_over_, "tiers: 3");
    if (cores) check_absent(leaves_, "tiers: 2");
    const Split spine = cores ? split(spine_over_) : Split{number_of(leaves_), 0};
    const std::size_t pods = cores ? number_of(pods_) : 1;
    const Tier access = draw_leaves(draft, pods * spine.down, leaf.down);
    const Ids spines = numbered("spine", pods * leaf.up), leaves = numbered("leaf", pods * spine.down);
    draft.add_nodes(spines, {NodeKind::switch_, *switch_latency_});
    for (std::size_t i = 0; i < leaves.size(); ++i)
      draft.join(leaves[i], std::span(spines).subspan(i / spine.down * leaf.up, leaf.up), uplink(), next_outer(access));
    if (!cores) return;
    const LinkParameters& core_link = core_link_ ? *core_link_ : uplink();
    draw_cores(draft, spines, {leaf.up, spine.up, *switch_latency_, core_link, next_outer(next_outer(access))});
  }

 private:
  template <class T>
  static void check_absent(const std::optional<T>& value, const char* where) {
    if (value) throw ParameterError(&value, fmt::format("it belongs to a fat tree with {}", where));
  }

  Split split(const std::optional<double>& oversubscription) const {
    const double over = oversubscription.value_or(1);
    const double up = *k_ / (1 + over), whole = std::round(up);
    if (std::abs(up - whole) > 1e-9 * up || whole < 1 || whole >= *k_)
      throw ParameterError(oversubscription ? static_cast<const void*>(&oversubscription) : &k_,
                           fmt::format("{} ports cannot be divided {}:1 into ports down and up", *k_, over));
    return {static_cast<std::size_t>(*k_) - static_cast<std::size_t>(whole), static_cast<std::size_t>(whole)};
  }

  /// Leaves or pods: one for each port of a switch above, or fewer.
  std::size_t number_of(const std::optional<int>& stated) const {
    if (stated && *stated > *k_)
      throw ParameterError(&stated, fmt::format("the switches above have {} ports and can join no more", *k_));
    return static_cast<std::size_t>(stated.value_or(*k_));
  }

  const LinkParameters& uplink() const { return uplink_ ? *uplink_ : *link_; }

  Tier draw_leaves(Draft& draft, std::size_t count, std::size_t ports_each) const {
    const std::optional<NetworkBlock> block = node_.block();
    const std::size_t member_ports = block ? block->ports.size() : 1;
    if (ports_each % member_ports != 0)
      throw ParameterError(&node_.node, fmt::format("a leaf has {} ports for nodes, which nodes of {} do not fill",
                                                    ports_each, member_ports));
    const std::size_t members_each = ports_each / member_ports;
    const Members members = draw_members(draft, block, count * members_each);
    const Ids leaves = numbered("leaf", count);
    draft.add_nodes(leaves, {NodeKind::switch_, *switch_latency_});
    return join_to_switches(draft, members, members_each, leaves, *link_);
  }

  std::optional<int> k_, tiers_ = 3, leaves_, pods_;
  std::optional<double> leaf_over_, spine_over_;
  NodeParameter node_;
  std::optional<LinkParameters> link_, uplink_, core_link_;
  std::optional<Duration> switch_latency_ = switch_latency_default;
};

}  // namespace

std::unique_ptr<Generator> make_fat_tree() { return std::make_unique<FatTree>(); }

}  // namespace collsim
