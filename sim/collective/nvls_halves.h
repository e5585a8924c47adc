#pragma once

#include "collective/nodes.h"

namespace collsim {

/// The two halves of NVLS inside each node of `nodes`, in which the chip at position j owns shard j. `bytes(j)` is that
/// shard's size. Requires: nodes of two chips at least; `nodes` outlives the transfers.
template <class BytesOf>
void send_to_owners(const Nodes& nodes, Rank rank, BytesOf bytes, std::vector<Transfer>& out) {
  const auto chips = nodes.chips_of(nodes.node(rank));
  for (int j = 0; j < nodes.size(); ++j) {
    out.push_back(joint_transfer(chips, chips.subspan(static_cast<std::size_t>(j), 1), bytes(j), Action::copy));
  }
}

template <class BytesOf>
void multicast_own(const Nodes& nodes, Rank rank, BytesOf bytes, std::vector<Transfer>& out) {
  const auto chips = nodes.chips_of(nodes.node(rank));
  const int position = nodes.position(rank);
  out.push_back(
      joint_transfer(chips.subspan(static_cast<std::size_t>(position), 1), chips, bytes(position), Action::copy));
}

}  // namespace collsim
