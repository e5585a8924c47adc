#pragma once

#include <cstdint>
#include <limits>
#include <optional>
#include <string>
#include <vector>

/// A second, slow and plain implementation of the model, written to be compared with the engine: continuous time in
/// long double, everything solved again at every change. It shares no code and no type with the engine.
namespace collsim::test::reference {

using Real = long double;
using Picoseconds = std::int64_t;

inline constexpr Real unlimited = std::numeric_limits<Real>::infinity();

enum class NodeKind : std::uint8_t { chip, switch_, nic, host };
enum class Duplex : std::uint8_t { full, half, uncontended };
enum class Sharing : std::uint8_t { max_min, equal_share, none };
enum class Fairness : std::uint8_t { flow, pair, job };
enum class Sync : std::uint8_t { barrier, dataflow };
enum class Rates : std::uint8_t { progressive, per_step };
enum class Algorithm : std::uint8_t {
  ring_all_reduce,
  ring_all_gather,
  ring_reduce_scatter,
  pairwise_all_to_all,
  direct_all_to_all,
  send_recv
};

struct Node {
  std::string id;
  NodeKind kind = NodeKind::chip;
  bool forwards = false;  ///< stated in the file; what is no chip forwards anyway
  Picoseconds latency = 0;
};

/// Nodes are numbered as in Case::nodes. Together the links form a tree, so that every pair has one route, over all
/// lanes of each link at once.
struct Link {
  std::size_t from = 0, to = 0;
  std::int64_t bandwidth = 0;  ///< bytes per second of one of the `count` links, one direction
  Picoseconds latency = 0;
  Duplex duplex = Duplex::full;
  int count = 1;
  int lanes = 1;  ///< links of this kind side by side, each with a name and a load of its own
};

/// One number (all of it the sender's), or the four parts of (3.3).
struct AlphaStart {
  std::optional<Picoseconds> whole;
  Picoseconds ddr_read = 0, ddr_write = 0, noc = 0, stack = 0;

  Picoseconds sender() const { return whole ? *whole : ddr_read + noc + stack; }
  Picoseconds receiver() const { return whole ? 0 : noc + stack + ddr_write; }
};

struct Collective {
  Algorithm algorithm = Algorithm::ring_all_reduce;
  std::vector<std::size_t> ranks;  ///< node numbers in rank order
  std::int64_t size = 0;           ///< M in bytes, a multiple of `element`
  std::int64_t element = 1;
  int channels = 1, chunks = 1;
  Picoseconds start = 0;
  std::vector<std::size_t> after;  ///< operations of lower numbers
  Real weight = 1;
  int priority = 0;
  std::optional<std::int64_t> rate_cap;  ///< bytes per second on the wire
};

struct Background {
  std::size_t from = 0, to = 0;
  std::optional<std::int64_t> rate;  ///< bytes per second on the wire
  std::optional<std::int64_t> size;  ///< payload bytes
  Picoseconds start = 0;
  std::optional<Picoseconds> stop;
  int priority = 0;
};

/// A change of one direction of a link (of both where they are one capacity).
struct Event {
  enum class Change : std::uint8_t { bandwidth, down, up };
  Picoseconds at = 0;
  std::size_t link = 0;
  bool reversed = false;
  Change change = Change::bandwidth;
  std::int64_t bandwidth = 0;  ///< total, `count` included
};

struct Straggler {
  std::size_t chip = 0;
  Picoseconds delay = 0;
};

struct Case {
  std::vector<Node> nodes;
  std::vector<Link> links;
  AlphaStart alpha;
  Real utilization = 1;
  Sharing sharing = Sharing::max_min;
  Fairness fairness = Fairness::flow;
  Rates rates = Rates::progressive;
  Sync sync = Sync::barrier;
  bool spray = false;  ///< flows split over lanes; else there is one of each
  std::vector<Collective> collectives;
  std::vector<Background> background;
  std::vector<Event> events;
  std::vector<Straggler> stragglers;
};

/// `from->to` of a link's first or reverse direction.
inline std::string directed_name(const Case& world, std::size_t link, bool reversed) {
  const std::string& from = world.nodes[world.links[link].from].id;
  const std::string& to = world.nodes[world.links[link].to].id;
  return reversed ? to + "->" + from : from + "->" + to;
}

}  // namespace collsim::test::reference
