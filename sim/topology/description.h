#pragma once

#include <optional>
#include <string>
#include <vector>

#include "base/error.h"
#include "base/time.h"

namespace collsim {

enum class NodeKind : std::uint8_t { chip, switch_, nic, host };

/// Tiers innermost first; the numbers are those of the field's path keys.
enum class Tier : std::uint8_t { d2d = 5, c2c = 6, b2b = 7, r2r = 8, p2p = 9 };

/// full: two directed links of the stated bandwidth each; half: one capacity shared by both directions; uncontended:
/// every flow has the full bandwidth to itself.
enum class Duplex : std::uint8_t { full, half, uncontended };

const char* to_string(NodeKind kind);
const char* to_string(Tier tier);
const char* to_string(Duplex duplex);

/// One entry of `nodes:`; `ids` is a pattern for expand_ids.
struct NodeGroup {
  std::string ids;
  NodeKind kind = NodeKind::chip;
  Duration latency{};
  std::optional<bool> forwards;  ///< default: every kind but chip forwards
  bool reduces = false;
  bool multicasts = false;
  Mark mark;
};

/// One entry of `links:`: between two nodes, pairwise between two ranges of equal length, or one node to a range.
struct LinkGroup {
  std::string from;
  std::string to;
  double bandwidth = 0;  ///< of one of the `count` parallel links, bytes per second and direction
  Duration latency{};
  std::optional<double> back_bandwidth;  ///< of the direction to -> from, where it differs
  std::optional<Duration> back_latency;
  Tier tier = Tier::c2c;
  Duplex duplex = Duplex::full;
  int count = 1;  ///< parallel links that act as one of count × bandwidth
  Mark mark, from_mark, to_mark;
};

/// Leaves of the bandwidth, in both directions, the share that traffic can use.
inline void narrow(LinkGroup& link, double share) {
  link.bandwidth *= share;
  if (link.back_bandwidth) *link.back_bandwidth *= share;
}

/// A topology as its file states it, ranges unexpanded, with the positions that errors name.
struct TopologyDescription {
  std::string name;
  std::string file;
  std::vector<NodeGroup> nodes;
  std::vector<LinkGroup> links;
};

}  // namespace collsim
