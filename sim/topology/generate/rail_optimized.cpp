#include <fmt/format.h>

#include "topology/generate/kinds.h"
#include "topology/generate/members.h"
#include "topology/generate/nics.h"
#include "topology/generate/uplinks.h"

namespace collsim {
namespace {

/// The parameters of a node that no topology describes: chips on NVSwitches.
struct Board {
  std::optional<int> chips = 8, switches = 1;
  std::optional<LinkParameters> link;
  std::optional<Duration> latency = std::chrono::nanoseconds(100);
  std::optional<bool> nvls = true;

  void describe(Parameters& p) {
    p.whole(optional("chips_per_node", "without node: chips of one"), chips, 1, 4096);
    p.whole(optional("nvswitches", "without node: nvswitch0, ...; every chip is on each"), switches, 1, 64);
    p.link(optional("nvlink", "without node: from a chip to each nvswitch"), link);
    p.time(optional("nvswitch_latency", "an NVSwitch about 100 ns"), latency);
    p.flag(optional("nvls", "the nvswitches reduce and multicast"), nvls);
  }

  void draw(Draft& draft) const {
    const Ids ids = numbered("c", static_cast<std::size_t>(*chips));
    const Ids hubs = numbered("nvswitch", static_cast<std::size_t>(*switches));
    draft.add_nodes(ids, {NodeKind::chip});
    draft.add_nodes(hubs, {NodeKind::switch_, *latency, {}, *nvls, *nvls});
    for (const std::string& hub : hubs) draft.join(ids, hub, *link, Tier::c2c);
  }
};

/// Port i of every node of a unit is on leaf i of the unit (NVIDIA DGX SuperPOD reference architecture).
class RailOptimized final : public Generator {
 public:
  void describe(Parameters& p) override {
    p.whole(required("nodes", "n0, n1, ..."), nodes_, 1, 1'000'000);
    node_.describe(p);
    board_.describe(p);
    p.group(optional("nics", "nics drawn for the node's chips; else its own, or the chips are on the leaves"),
            [this](Parameters& inside) {
              if (!nics_) nics_.emplace();
              nics_->describe(inside);
            });
    p.link(required("link", "from a nic to its leaf"), link_);
    p.whole(optional("nodes_per_unit", "nodes that share leaves, one leaf a rail; else all"), unit_, 1, 1'000'000);
    p.whole(optional("units_per_pod", "units that share spines; else all"), pod_, 1, 1'000'000);
    p.whole(optional("spines", "of a pod; 0 leaves rails and units apart"), spines_, 0, 100'000);
    uplinks_.describe(p, "uplink", "oversubscription", "from each leaf to each spine of its pod");
    p.whole(optional("cores_per_spine", "cores that join spine i of all pods"), cores_, 0, 100'000);
    core_links_.describe(p, "core_link", "spine_oversubscription", "from a spine to each of its cores");
    p.time(switch_latency_key(), switch_latency_);
  }

  void draw(Draft& draft) const override {
    const auto nodes = static_cast<std::size_t>(*nodes_);
    const std::size_t unit = part(unit_, nodes, "nodes"), units = nodes / unit;
    const std::size_t pod = part(pod_, units, "units"), pods = units / pod;
    check_tiers();
    const Members members = draw_members(draft, node(draft), nodes);
    const Ids leaves = draw_leaves(draft, members, unit, units);
    if (*spines_ == 0) return;
    const std::size_t leaves_each = leaves.size() / pods;
    const double below = capacity(*link_) * static_cast<double>(unit);
    const LinkParameters uplink = uplinks_.link(below, static_cast<std::size_t>(*spines_));
    const Ids spines = draw_spines(draft, leaves, leaves_each, uplink);
    if (*cores_ == 0) return;
    const auto cores_each = static_cast<std::size_t>(*cores_);
    const LinkParameters core_link = core_links_.link(capacity(uplink) * static_cast<double>(leaves_each), cores_each);
    draw_cores(draft, spines, {static_cast<std::size_t>(*spines_), cores_each, *switch_latency_, core_link, Tier::p2p});
  }

 private:
  static std::size_t part(const std::optional<int>& stated, std::size_t whole, const char* what) {
    const std::size_t part = stated ? static_cast<std::size_t>(*stated) : whole;
    if (whole % part == 0) return part;
    throw ParameterError(&stated, fmt::format("{} {} cannot be divided into parts of {}", whole, what, part));
  }

  void check_tiers() const {
    if (*spines_ == 0 && (uplinks_.given() || *cores_ > 0))
      throw ParameterError(&spines_,
                           "there are no spines that uplinks or cores could join: write, for example, "
                           "spines: 4");
    if (*cores_ == 0 && core_links_.given())
      throw ParameterError(&cores_, "there are no cores: write, for example, cores_per_spine: 4");
  }

  /// A node with its nics.
  NetworkBlock node(const Draft& around) const {
    const std::optional<NetworkBlock> given = node_.block();
    if (given && !nics_) return *given;
    Draft draft(TopologyDescription{{}, around.description().file, {}, {}}, around.mark());
    if (!given && !board_.link)
      throw ParameterError(nullptr,
                           "the node is missing: write node: FILE, or nvlink: {bandwidth: 450 GB/s} for "
                           "chips on NVSwitches");
    if (given) {
      draft.add_block(*given, "");
    } else {
      board_.draw(draft);
    }
    if (nics_) draw_nics(draft, given ? given->chips : numbered("c", static_cast<std::size_t>(*board_.chips)), *nics_);
    return make_block(draft.take());
  }

  /// Leaf u R + i is that of rail i in unit u, R being the number of rails.
  Ids draw_leaves(Draft& draft, const Members& members, std::size_t unit, std::size_t units) const {
    const std::size_t rails = members.ports.front().size();
    const Ids leaves = numbered("leaf", units * rails);
    draft.add_nodes(leaves, {NodeKind::switch_, *switch_latency_});
    for (std::size_t i = 0; i < leaves.size(); ++i)
      draft.join(members.port(i % rails, i / rails * unit, unit), leaves[i], *link_, Tier::b2b);
    return leaves;
  }

  Ids draw_spines(Draft& draft, const Ids& leaves, std::size_t leaves_each, const LinkParameters& uplink) const {
    const auto spines_each = static_cast<std::size_t>(*spines_);
    const Ids spines = numbered("spine", leaves.size() / leaves_each * spines_each);
    draft.add_nodes(spines, {NodeKind::switch_, *switch_latency_});
    for (std::size_t i = 0; i < leaves.size(); ++i)
      draft.join(leaves[i], std::span(spines).subspan(i / leaves_each * spines_each, spines_each), uplink, Tier::r2r);
    return spines;
  }

  std::optional<int> nodes_, unit_, pod_, spines_ = 0, cores_ = 0;
  NodeParameter node_;
  Board board_;
  std::optional<NicParameters> nics_;
  std::optional<LinkParameters> link_;
  UplinkParameters uplinks_, core_links_;
  std::optional<Duration> switch_latency_ = switch_latency_default;
};

}  // namespace

std::unique_ptr<Generator> make_rail_optimized() { return std::make_unique<RailOptimized>(); }

}  // namespace collsim
