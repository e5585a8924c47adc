#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "topology/topology.h"

namespace collsim {

/// The directed links from one chip to another; or, where switches merge and replicate, from several to several, each
/// link of that tree once.
struct Route {
  std::vector<LinkId> links;  ///< those that leave senders stand first, those that enter receivers last
  /// α_path (3.4): the latencies of the links and of the nodes between; of a tree along its longest branch.
  Duration latency{};
  std::uint32_t senders = 1, receivers = 1;

  std::span<const LinkId> first_links() const { return std::span(links).first(senders); }
  std::span<const LinkId> last_links() const { return std::span(links).last(receivers); }
};

}  // namespace collsim
