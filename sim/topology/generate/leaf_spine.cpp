#include "topology/generate/kinds.h"
#include "topology/generate/members.h"
#include "topology/generate/uplinks.h"

namespace collsim {
namespace {

class LeafSpine final : public Generator {
 public:
  void describe(Parameters& p) override {
    p.whole(required("leaves", "leaf0, leaf1, ..."), leaves_, 1, 100'000);
    p.whole(required("spines", "spine0, spine1, ...: each leaf is on each"), spines_, 1, 100'000);
    p.whole(optional("chips_per_leaf", "chips on a leaf"), members_.chips, 1, 100'000);
    p.whole(optional("nodes_per_leaf", "nodes on a leaf, with node"), members_.nodes, 1, 100'000);
    node_.describe(p);
    p.link(required("link", "from a chip, or each port of a node, to its leaf"), link_);
    uplinks_.describe(p, "uplink", "oversubscription", "from each leaf to each spine");
    p.time(switch_latency_key(), switch_latency_);
  }

  void draw(Draft& draft) const override {
    const auto leaves = static_cast<std::size_t>(*leaves_);
    const std::size_t each = members_.count(node_, "_per_leaf");
    const Members members = draw_members(draft, node_.block(), each * leaves);
    const Ids leaf = numbered("leaf", leaves), spine = numbered("spine", static_cast<std::size_t>(*spines_));
    draft.add_nodes(leaf, {NodeKind::switch_, *switch_latency_});
    draft.add_nodes(spine, {NodeKind::switch_, *switch_latency_});
    const Tier access = join_to_switches(draft, members, each, leaf, *link_);
    const double below = capacity(*link_) * static_cast<double>(members.all_ports(0, each).size());
    const LinkParameters uplink = uplinks_.link(below, spine.size());
    for (const std::string& id : leaf) draft.join(id, spine, uplink, next_outer(access));
  }

 private:
  std::optional<int> leaves_, spines_;
  MemberCount members_;
  NodeParameter node_;
  std::optional<LinkParameters> link_;
  UplinkParameters uplinks_;
  std::optional<Duration> switch_latency_ = switch_latency_default;
};

}  // namespace

std::unique_ptr<Generator> make_leaf_spine() { return std::make_unique<LeafSpine>(); }

}  // namespace collsim
