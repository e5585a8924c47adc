#pragma once

#include <optional>
#include <string>
#include <vector>

#include "base/units.h"
#include "collective/program.h"
#include "result/ledger.h"
#include "result/result.h"

namespace collsim {

/// One message of a critical path, or the part of one up to its last byte where that is what the next waited for.
struct PathHop {
  Cell cell;
  Rank from = 0, to = 0;
  std::string from_chip, to_chip;
  Bytes bytes = 0;
  Instant begin{};          ///< released
  bool until_left = false;  ///< up to its last byte only
  Ledger parts;             ///< of this hop alone
  std::vector<std::string> links;
  bool spread = false;     ///< the links are of several ways that share its bytes
  std::string bottleneck;  ///< the link that bound its rate last; empty where none did
};

/// Hops of one kind in a row: the same bytes, the same parts to a thousandth.
struct PathStretch {
  PathHop first, last;
  int hops = 1;
  bool same_pair = true;  ///< all from one chip to one
  Ledger parts;           ///< of all
};

/// One step of one phase over all channels and chunks, told by its slowest message.
struct StepUse {
  int phase = 0, step = 0;
  std::int64_t messages = 0;
  Bytes least = 0, most = 0;  ///< of one message
  Cell cell;                  ///< of the slowest message, as what follows
  Rank from = 0, to = 0;
  std::string from_chip, to_chip;
  Duration time{};   ///< from its α_start on, without waiting on a link that was down
  Duration ideal{};  ///< the longest any message of the step would take without contention
  /// Of those it was on the link with most to carry for its bandwidth; empty where no link bound it.
  std::string link;
  std::int64_t met_step = 0;       ///< messages of this step that were on that link with it, itself included
  std::int64_t met_operation = 0;  ///< of other steps, channels or chunks of the operation
  std::int64_t met_others = 0;     ///< of other operations, and background
  std::vector<std::string> pairs;  ///< some of the first: `c0→c13`

  double factor() const;
};

/// What one way carries: a pair of ranks, or where there are many a rank and all that it sends.
struct LinkFlows {
  std::string operation, from, to;
  std::string steps;  ///< `3`, `3–27`
  Bytes bytes = 0;
  std::int64_t messages = 0;
};

/// All that one operation sends over a link.
struct LinkUse {
  std::string operation, steps;
  std::string from, to;  ///< one pair of them
  int sources = 0, destinations = 0;
  Bytes bytes = 0;
};

struct BusyLink {
  LinkResult link;
  std::vector<LinkUse> uses;     ///< by operation
  std::vector<LinkFlows> flows;  ///< the most bytes first
  std::size_t more_flows = 0;
  Bytes more_bytes = 0;  ///< of those
};

/// Links of one tier between nodes of the same kinds.
struct LinkClass {
  Tier tier = Tier::c2c;
  NodeKind from = NodeKind::chip, to = NodeKind::chip;
  int links = 0, used = 0;
  double least_capacity = 0, most_capacity = 0;
  Bytes bytes = 0;  ///< over all of them
  Bytes most_bytes = 0;
  double peak_utilization = 0;
  int peak_flows = 0;
};

/// Messages whose way reaches up to a tier and no further.
struct TierTraffic {
  Tier tier = Tier::c2c;
  Bytes bytes = 0;
  std::int64_t messages = 0;
};

/// What leaves nodes, chips that d2d and c2c links join.
struct NodeTraffic {
  int nodes = 1;
  bool chips_alone = false;         ///< each chip is a node
  Bytes out = 0;                    ///< of all
  Bytes most_out = 0, most_in = 0;  ///< of one node
  std::string most_out_node, most_in_node;
};

/// How often the rings of an operation leave groups of chips.
struct RingCrossing {
  std::string by;  ///< what joins a group
  int groups = 0, rings = 0;
  int crossings = 0;  ///< of all rings, all groups
  int most = 0;       ///< out of one group
  std::string most_group;
  int least() const { return groups * rings; }  ///< a ring leaves each group once
};

/// A link, and over how many of the steps from a rank to its next the rings cross it.
struct RingLink {
  std::string link;
  int crossings = 0;
};

struct TrafficMatrix {
  std::string by;
  std::vector<std::string> names;
  std::vector<Bytes> bytes;  ///< from row to column
  Bytes in_network = 0;      ///< of messages that switches add up or copy, which have no one receiver

  Bytes at(std::size_t from, std::size_t to) const { return bytes[from * names.size() + to]; }
};

/// A time that no algorithm can undercut.
struct Bound {
  enum class Kind : std::uint8_t { latency, port_out, port_in, all_ports, cut };
  Kind kind = Kind::latency;
  std::string where;    ///< `out of c0`
  double bytes = 0;     ///< that must pass there
  double capacity = 0;  ///< payload bytes per second
  Duration fixed{};     ///< the α in it
  Duration time{};
};

struct LowerBound {
  bool in_network = false;             ///< switches were allowed to add up and copy
  std::vector<Bound> bounds;           ///< the largest of each kind, the largest first
  std::optional<Bound> with_switches;  ///< the largest if they were, where these could and the algorithm does not
  bool sampled = false;                ///< not every chip and group was looked at

  Duration time() const { return bounds.empty() ? Duration{} : bounds.front().time; }
};

struct OperationExplanation {
  CollectiveResult result;
  bool decisive = false;  ///< on the way to the makespan
  std::vector<PathHop> path;
  std::vector<PathStretch> stretches;
  std::vector<StepUse> steps;
  std::vector<TierTraffic> tiers;
  NodeTraffic nodes;
  std::vector<RingCrossing> crossings;
  std::vector<RingLink> ring_links;
  LowerBound bound;
};

/// What the run would take with other links.
struct SensitivityRow {
  std::string link;  ///< both directions of it
  int alike = 1;     ///< links that look the same
  Tier tier = Tier::c2c;
  double utilization = 0;  ///< the higher of the two directions
  Duration halved{}, doubled{};
  Duration all_doubled{};  ///< with all alike doubled
  /// Of a run that cannot finish.
  static constexpr Duration never = Duration::max();
};

struct Sensitivity {
  /// Where several kinds are about as busy as the busiest: their links, in series perhaps, doubled together.
  struct Together {
    int links = 0;
    Duration doubled{};
  };
  std::optional<Together> together;
  std::vector<SensitivityRow> rows;  ///< busiest first
  int classes = 0;                   ///< kinds of used links there are
};

struct SizePoint {
  Bytes size = 0;
  std::vector<CollectiveResult> collectives;
};

/// Where the time of one run goes, which link, why, and what would help.
struct Explanation {
  std::string scenario, topology;
  std::optional<std::string> failure;  ///< of a later size: what is explained is the last that ended
  std::vector<SizePoint> sizes;        ///< of a sweep, without ranks; `run` is the last of them
  RunResult run;
  bool recorded = true;  ///< false: too many messages to follow one by one, and what needs that is left out
  std::int64_t messages = 0, most_messages = 0;
  std::vector<std::string> chain;  ///< ids of the operations that follow one another up to the makespan
  std::vector<OperationExplanation> operations;
  std::vector<BusyLink> busiest;
  std::size_t as_busy = 0;  ///< further links as busy as the busiest
  std::vector<LinkClass> classes;
  TrafficMatrix matrix;
  std::optional<Sensitivity> sensitivity;
  std::vector<std::string> notes;
};

}  // namespace collsim
