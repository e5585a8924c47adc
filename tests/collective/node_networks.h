#pragma once

#include <string>
#include <vector>

#include "base/units.h"
#include "collective/problem.h"

namespace collsim::test {

/// A star of `count` chips on a switch that reduces and multicasts; a route costs α = 10 us, a port carries 25 GB/s.
std::string reducing_star(int count);

/// Nodes of chips on which the closed forms of model.md §6 hold: the chips of a node meet on a switch of its own, and
/// every chip has a nic of its own on one fabric. All switches reduce and multicast.
struct NodeNetwork {
  int chips = 2;  ///< g
  int nodes = 2;  ///< G

  static constexpr double kAlphaIn = 3, kAlphaOut = 10;                  ///< us, of a route
  static constexpr double kBytesPerUsIn = 200e3, kBytesPerUsOut = 25e3;  ///< of a port each way

  int ranks() const { return chips * nodes; }
  std::string topology() const;
};

/// An all_reduce over such nodes, their ranks in a scattered order.
Problem over_nodes(int chips, int nodes, Bytes size, int channels = 1);

struct NodeCase {
  NodeNetwork network;
  std::string algorithm;
  Bytes size = 0;
  std::string sync = "barrier";
  int chunks = 1;
  int channels = 1;
};

/// The time of an all_reduce with the nodes stated as groups, in us.
double all_reduce_us(const NodeCase& c);

/// Messages that the busiest port carries in all levels of one half of a binary tree over `members`: one at the root's
/// only child; below it two, as soon as some place has both children on that level, and on the second level that takes
/// more than 3/4 2^D members.
int messages_through_ports(int members);

/// ⌈log2 n⌉.
int levels_over(int members);

}  // namespace collsim::test
