#pragma once

#include <cstdint>

namespace collsim {

/// How a message finds its way. shortest: one route a pair (shortest.h). The others take the ways of the fewest hops
/// (equal_cost.h): ecmp, one by a hash; spray, all at once, the flow split over them like a fluid; adaptive, the least
/// loaded when the message enters the network; valiant, over a random switch between.
enum class Routing : std::uint8_t { shortest, ecmp, spray, adaptive, valiant };

/// What a hash is of, and so what keeps to one way. flow: every message for itself; pair: all messages from one chip to
/// another; channel: those of one channel of the collectives between the two. round_robin: no hash, every node deals
/// out its equal links in turn, in the order in which messages are posted.
enum class HashBy : std::uint8_t { flow, pair, channel, round_robin };

/// How spray splits at a node: in proportion to the bandwidths of the links to go on by; into equal parts; or, of links
/// between the same two nodes, all to one by a hash, and over different nodes in proportion.
enum class Striping : std::uint8_t { proportional, equal, hashed };

constexpr const char* to_string(Routing routing) {
  constexpr const char* names[] = {"shortest", "ecmp", "spray", "adaptive", "valiant"};
  return names[static_cast<int>(routing)];
}
constexpr const char* to_string(HashBy hash) {
  constexpr const char* names[] = {"flow", "pair", "channel", "round_robin"};
  return names[static_cast<int>(hash)];
}
constexpr const char* to_string(Striping striping) {
  constexpr const char* names[] = {"proportional", "equal", "hashed"};
  return names[static_cast<int>(striping)];
}

}  // namespace collsim
