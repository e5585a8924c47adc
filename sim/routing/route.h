#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "topology/topology.h"

namespace collsim {

/// The directed links from one chip to another; or, where switches merge and replicate, from several to several, each
/// link of that tree once; or all the links that one flow is spread over.
struct Route {
  std::vector<LinkId> links;  ///< those that leave senders stand first, those that enter receivers last
  /// By link, the part of the bytes that takes it, above 0; empty: all of them take each.
  std::vector<double> shares;
  /// α_path (3.4): the latencies of the links and of the nodes between; of several branches along the longest.
  Duration latency{};
  /// How many links leave senders, and how many enter receivers.
  std::uint32_t senders = 1, receivers = 1;

  double share(std::size_t link) const { return shares.empty() ? 1.0 : shares[link]; }
  std::span<const LinkId> first_links() const { return std::span(links).first(senders); }
  std::span<const LinkId> last_links() const { return std::span(links).last(receivers); }
};

/// One of the ways that a message takes, and the part of its bytes that goes there.
struct RoutePart {
  const Route* route;
  double share;
};

}  // namespace collsim
