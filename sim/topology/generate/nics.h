#pragma once

#include "topology/generate/draft.h"

namespace collsim {

/// The nics of a node, and the PCIe switches between them and the chips.
struct NicParameters {
  std::optional<int> chips_per_nic = 1;
  std::optional<int> nics_per_chip = 1;
  std::optional<Duration> latency = std::chrono::microseconds(1);
  std::optional<LinkParameters> pcie = LinkParameters{.latency = std::chrono::nanoseconds(350)};
  std::optional<int> chips_per_pcie_switch;
  std::optional<Duration> pcie_switch_latency = std::chrono::nanoseconds(150);
  std::optional<LinkParameters> nic_link;

  void describe(Parameters& parameters);
};

/// Draws nic0, nic1, … for these chips, in their order, and gives their ids. Throws ParameterError.
Ids draw_nics(Draft& draft, const Ids& chips, const NicParameters& nics);

}  // namespace collsim
