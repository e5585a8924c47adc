#include <algorithm>
#include <array>
#include <cctype>

#include <fmt/format.h>

#include "topology/generate/kinds.h"
#include "topology/generate/members.h"
#include "topology/generate/nics.h"

namespace collsim {
namespace {

enum class Network : std::uint8_t { switch_, full_mesh, ring };
constexpr std::array network_words{std::string_view("switch"), std::string_view("full_mesh"), std::string_view("ring")};

struct TierParameters {
  std::optional<int> fan_out, planes = 1;
  std::optional<std::size_t> network = 0;
  std::optional<bool> rails = false, reduces = false, multicasts = false;
  std::optional<LinkParameters> link;
  std::optional<Duration> switch_latency = switch_latency_default;
  std::optional<std::string> name;
  std::optional<NicParameters> nics;

  void describe(Parameters& p) {
    p.whole(required("fan_out", "how many members it joins"), fan_out, 1, 1'000'000);
    p.word(optional("network", "what joins them"), network, network_words);
    p.link(required("link", "from each port to its switch, or between members, port by port"), link);
    p.whole(optional("planes", "switches side by side, every port on each"), planes, 1, 1024);
    p.flag(optional("rails", "port i of every member has switches of its own"), rails);
    p.time(switch_latency_key(), switch_latency);
    p.flag(optional("reduces", "the switches add up (NVLS, SHARP)"), reduces);
    p.flag(optional("multicasts", "the switches replicate (NVLS, SHARP)"), multicasts);
    p.group(optional("nics", "nics for its chips, which the next tier goes to"), [this](Parameters& inside) {
      if (!nics) nics.emplace();
      nics->describe(inside);
    });
    p.text(optional("name", "begins the ids of members that are no chips: else n, r, p, t4_, ..."), name, "rack");
  }
};

/// Tier by tier, the innermost first: what one tier joins is a member of the next. The next tier goes to its nics where
/// it has some, else to its switches, else to its members' ports.
class HierarchyGenerator final : public Generator {
 public:
  void describe(Parameters& p) override {
    p.list(required("tiers", "the innermost first: [{fan_out: 8, link: {bandwidth: 450 GB/s}}]"), tiers_,
           [](TierParameters& tier, Parameters& inside) { tier.describe(inside); });
    node_.describe(p);
  }

  void draw(Draft& draft) const override {
    std::optional<NetworkBlock> block = node_.block();
    std::size_t level = block ? 1 : 0;
    for (const TierParameters& tier : tiers_) {
      block = drawn(tier, block, stem(tier, level++), draft);
    }
    draft.add_block(*block, "");
  }

 private:
  /// Of the ids of blocks at a level, the first of which is that of nodes.
  static std::string stem(const TierParameters& tier, std::size_t level) {
    constexpr std::array usual{"c", "n", "r", "p"};
    if (!tier.name) return level < usual.size() ? usual[level] : fmt::format("t{}_", level);
    const auto fits = [](unsigned char c) { return std::isalpha(c) != 0 || c == '_' || c == '-'; };
    if (!std::all_of(tier.name->begin(), tier.name->end(), fits))
      throw ParameterError(&tier.name, "a name of letters, '_' and '-' is wanted");
    return *tier.name;
  }

  static NetworkBlock drawn(const TierParameters& tier, const std::optional<NetworkBlock>& member,
                            const std::string& stem, const Draft& whole) {
    Draft draft(TopologyDescription{{}, whole.description().file, {}, {}}, whole.mark());
    const auto network = static_cast<Network>(*tier.network);
    const auto fan_out = static_cast<std::size_t>(*tier.fan_out);
    if (!member && tier.name)
      throw ParameterError(&tier.name, "the members of the innermost tier are chips c0, c1, ...");
    Members members = draw_members(draft, member, fan_out, network != Network::switch_, stem);
    NetworkBlock block;
    block.outermost = tier.link->tier.value_or(members.tier);
    if (network == Network::switch_) {
      block.ports = draw_switches(draft, tier, members);
    } else {
      draw_direct(draft, tier, members, network);
      block.ports = members.all_ports(0, fan_out);
      block.ports_are_chips = !member || member->ports_are_chips;
    }
    if (tier.nics) {
      block.ports = draw_nics(draft, members.chips, *tier.nics);
      block.ports_are_chips = false;
    }
    if (member) block.outermost = std::max(block.outermost, member->outermost);
    block.chips = std::move(members.chips);
    block.description = draft.take();
    return block;
  }

  static Ids draw_switches(Draft& draft, const TierParameters& tier, const Members& members) {
    const auto planes = static_cast<std::size_t>(*tier.planes);
    const std::size_t rails = *tier.rails ? members.ports.front().size() : 1;
    const Ids switches = numbered("sw", rails * planes);
    draft.add_nodes(switches, {NodeKind::switch_, *tier.switch_latency, {}, *tier.reduces, *tier.multicasts});
    for (std::size_t i = 0; i < switches.size(); ++i) {
      const Ids ports =
          *tier.rails ? members.port(i / planes, 0, members.count()) : members.all_ports(0, members.count());
      draft.join(ports, switches[i], *tier.link, members.tier);
    }
    return switches;
  }

  static void draw_direct(Draft& draft, const TierParameters& tier, const Members& members, Network network) {
    if (*tier.planes > 1) throw ParameterError(&tier.planes, "planes are of switches: write links: in the link");
    if (*tier.rails)
      throw ParameterError(&tier.rails, "rails are of switches: without them ports are joined one by one");
    const std::size_t count = members.count();
    for (std::size_t a = 0; a + 1 < count; ++a)
      for (std::size_t b = a + 1; b < (network == Network::ring ? a + 2 : count); ++b)
        join_members(draft, members, a, b, *tier.link, members.tier);
    if (network == Network::ring && count > 2) join_members(draft, members, count - 1, 0, *tier.link, members.tier);
  }

  std::vector<TierParameters> tiers_;
  NodeParameter node_;
};

}  // namespace

std::unique_ptr<Generator> make_hierarchy() { return std::make_unique<HierarchyGenerator>(); }

}  // namespace collsim
