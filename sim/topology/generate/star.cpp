#include "topology/generate/kinds.h"
#include "topology/generate/members.h"

namespace collsim {
namespace {

class Star final : public Generator {
 public:
  void describe(Parameters& p) override {
    p.whole(optional("chips", "how many"), members_.chips, 1, 1'000'000);
    p.whole(optional("nodes", "how many, with node"), members_.nodes, 1, 1'000'000);
    node_.describe(p);
    p.link(required("link", "from each port to each switch"), link_);
    p.whole(optional("planes", "switches side by side, sw0, sw1, ...: every port is on each"), planes_, 1, 1024);
    p.time(switch_latency_key(), switch_latency_);
    p.flag(optional("reduces", "the switches add up (NVLS, SHARP)"), reduces_);
    p.flag(optional("multicasts", "the switches replicate (NVLS, SHARP)"), multicasts_);
  }

  void draw(Draft& draft) const override {
    const std::size_t count = members_.count(node_);
    const Members members = draw_members(draft, node_.block(), count);
    const Ids switches = numbered("sw", static_cast<std::size_t>(*planes_));
    draft.add_nodes(switches, {NodeKind::switch_, *switch_latency_, {}, *reduces_, *multicasts_});
    for (const std::string& plane : switches) draft.join(members.all_ports(0, count), plane, *link_, members.tier);
  }

 private:
  MemberCount members_;
  NodeParameter node_;
  std::optional<LinkParameters> link_;
  std::optional<int> planes_ = 1;
  std::optional<Duration> switch_latency_ = switch_latency_default;
  std::optional<bool> reduces_ = false, multicasts_ = false;
};

}  // namespace

std::unique_ptr<Generator> make_star() { return std::make_unique<Star>(); }

}  // namespace collsim
