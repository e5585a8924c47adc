#include <fmt/format.h>

#include "topology/generate/kinds.h"
#include "topology/generate/members.h"

namespace collsim {
namespace {

/// Groups of routers that are joined all to all inside, and group by group (Kim, Dally, Scott & Abts, ISCA 2008).
class Dragonfly final : public Generator {
 public:
  void describe(Parameters& p) override {
    p.whole(required("routers", "a: routers of a group, each joined to each"), routers_, 1, 10'000);
    p.whole(optional("chips_per_router", "p: chips on a router"), members_.chips, 1, 10'000);
    p.whole(optional("nodes_per_router", "p: nodes on a router, with node"), members_.nodes, 1, 10'000);
    p.whole(required("global_links", "h: links of a router to other groups"), global_links_, 1, 10'000);
    p.whole(optional("groups", "g; else a h + 1, one link between each two"), groups_, 2, 100'000);
    node_.describe(p);
    p.link(required("link", "from a chip, or each port of a node, to its router"), link_);
    p.link(required("local_link", "between routers of a group"), local_link_);
    p.link(required("global_link", "between groups"), global_link_);
    p.time(switch_latency_key(), switch_latency_);
  }

  void draw(Draft& draft) const override {
    const auto routers = static_cast<std::size_t>(*routers_);
    const std::size_t groups = group_count();
    const std::size_t each = members_.count(node_, "_per_router");
    const Members members = draw_members(draft, node_.block(), groups * routers * each);
    const Ids ids = numbered("router", groups * routers);
    draft.add_nodes(ids, {NodeKind::switch_, *switch_latency_});
    const Tier access = join_to_switches(draft, members, each, ids, *link_);
    for (std::size_t group = 0; group < groups; ++group)
      draw_local(draft, std::span(ids).subspan(group * routers, routers), next_outer(access));
    draw_global(draft, ids, groups, next_outer(next_outer(access)));
  }

 private:
  std::size_t global_ports() const {
    return static_cast<std::size_t>(*routers_) * static_cast<std::size_t>(*global_links_);
  }

  std::size_t group_count() const {
    const std::size_t most = global_ports() + 1;
    const std::size_t groups = groups_ ? static_cast<std::size_t>(*groups_) : most;
    if (groups <= most) return groups;
    throw ParameterError(&groups_, fmt::format("a group has {} links to others and reaches no more than {} groups, "
                                               "itself included",
                                               most - 1, most));
  }

  void draw_local(Draft& draft, std::span<const std::string> routers, Tier tier) const {
    for (std::size_t i = 0; i + 1 < routers.size(); ++i)
      draft.join(routers[i], routers.subspan(i + 1), *local_link_, tier);
  }

  /// Port o of a group's ports leads to the group o mod (g - 1) + 1 further on, so that each two have equally many.
  /// Ports that are left over stay empty.
  void draw_global(Draft& draft, const Ids& ids, std::size_t groups, Tier tier) const {
    const auto routers = static_cast<std::size_t>(*routers_), links = static_cast<std::size_t>(*global_links_);
    const auto router = [&](std::size_t group, std::size_t port) { return ids[group * routers + port / links]; };
    for (std::size_t between = 0; between < global_ports() / (groups - 1); ++between) {
      const std::size_t base = between * (groups - 1);
      for (std::size_t a = 0; a + 1 < groups; ++a)
        for (std::size_t b = a + 1; b < groups; ++b) {
          const std::string from = router(a, base + b - a - 1), to = router(b, base + groups - (b - a) - 1);
          draft.join(std::span(&from, 1), std::span(&to, 1), *global_link_, tier);
        }
    }
  }

  std::optional<int> routers_, global_links_, groups_;
  MemberCount members_;
  NodeParameter node_;
  std::optional<LinkParameters> link_, local_link_, global_link_;
  std::optional<Duration> switch_latency_ = switch_latency_default;
};

}  // namespace

std::unique_ptr<Generator> make_dragonfly() { return std::make_unique<Dragonfly>(); }

}  // namespace collsim
