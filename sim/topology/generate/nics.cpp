#include "topology/generate/nics.h"

#include <fmt/format.h>

namespace collsim {
namespace {

using Chips = std::span<const std::string>;

void check_division(const Ids& chips, const std::optional<int>& share, const char* what) {
  if (!share || chips.size() % static_cast<std::size_t>(*share) == 0) return;
  throw ParameterError(&share, fmt::format("{} chips cannot be divided into {} of {}", chips.size(), what, *share));
}

void check(const Ids& chips, const NicParameters& nics) {
  if (*nics.chips_per_nic > 1 && *nics.nics_per_chip > 1)
    throw ParameterError(&nics.nics_per_chip, "either several chips share a nic or a chip has several");
  check_division(chips, nics.chips_per_nic, "nics' shares");
  check_division(chips, nics.chips_per_pcie_switch, "PCIe switches' shares");
  if (nics.chips_per_pcie_switch && *nics.chips_per_pcie_switch % *nics.chips_per_nic != 0)
    throw ParameterError(&nics.chips_per_pcie_switch, "the chips that share a nic must be on one PCIe switch");
  if (nics.nic_link && !nics.chips_per_pcie_switch)
    throw ParameterError(&nics.nic_link, "it is the link below a PCIe switch: write chips_per_pcie_switch as well");
}

/// Nics next to their chips.
void join_directly(Draft& draft, Chips chips, const Ids& ids, const NicParameters& nics) {
  const auto per_chip = static_cast<std::size_t>(*nics.nics_per_chip);
  const auto share = static_cast<std::size_t>(*nics.chips_per_nic);
  if (per_chip == 1 && share == 1) return draft.join(chips, ids, *nics.pcie, Tier::c2c);
  for (std::size_t nic = 0; nic < ids.size(); ++nic)
    draft.join(chips.subspan(nic * share / per_chip, share), ids[nic], *nics.pcie, Tier::c2c);
}

/// Chips and nics below PCIe switches.
void join_by_switches(Draft& draft, Chips chips, const Ids& ids, const NicParameters& nics) {
  const auto chips_each = static_cast<std::size_t>(*nics.chips_per_pcie_switch);
  const Ids switches = numbered("pcie", chips.size() / chips_each);
  draft.add_nodes(switches, {NodeKind::switch_, *nics.pcie_switch_latency});
  const std::size_t nics_each = ids.size() / switches.size();
  for (std::size_t s = 0; s < switches.size(); ++s)
    draft.join(chips.subspan(s * chips_each, chips_each), switches[s], *nics.pcie, Tier::c2c);
  const LinkParameters& below = nics.nic_link ? *nics.nic_link : *nics.pcie;
  for (std::size_t s = 0; s < switches.size(); ++s)
    draft.join(switches[s], Chips(ids).subspan(s * nics_each, nics_each), below, Tier::c2c);
}

}  // namespace

void NicParameters::describe(Parameters& p) {
  p.whole(optional("chips_per_nic", "how many chips share a nic"), chips_per_nic, 1, 4096);
  p.whole(optional("nics_per_chip", "how many nics a chip has to itself"), nics_per_chip, 1, 64);
  p.time(optional("latency", "of a nic: its share of a small message's 1 to 2 us"), latency);
  p.link(required("pcie", "from a chip to its nics, or to its PCIe switch"), pcie);
  p.whole(optional("chips_per_pcie_switch", "chips (and their nics) below one PCIe switch; else none"),
          chips_per_pcie_switch, 1, 4096);
  p.time(optional("pcie_switch_latency", "100 to 150 ns by their data sheets"), pcie_switch_latency);
  p.link(optional("nic_link", "from a PCIe switch to each of its nics; else as pcie"), nic_link);
}

Ids draw_nics(Draft& draft, const Ids& chips, const NicParameters& nics) {
  check(chips, nics);
  const Ids ids = numbered("nic", chips.size() * static_cast<std::size_t>(*nics.nics_per_chip) /
                                      static_cast<std::size_t>(*nics.chips_per_nic));
  draft.add_nodes(ids, {NodeKind::nic, *nics.latency});
  if (nics.chips_per_pcie_switch) {
    join_by_switches(draft, chips, ids, nics);
  } else {
    join_directly(draft, chips, ids, nics);
  }
  return ids;
}

}  // namespace collsim
