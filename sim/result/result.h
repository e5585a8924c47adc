#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "base/time.h"
#include "base/units.h"
#include "collective/chosen.h"
#include "collective/operation.h"
#include "result/ledger.h"
#include "topology/description.h"

namespace collsim {

struct RankResult {
  std::string chip;
  Duration enter{};  ///< from time 0, like `end`
  Duration end{};    ///< its last byte has left and its last message has been delivered
  Duration wait{};   ///< from its own entry until the last rank entered
};

struct CollectiveResult {
  std::string id;
  Op op = Op::all_reduce;
  std::string algorithm;
  std::optional<Chosen> chosen;  ///< how `auto` came to it
  std::string job;               ///< that it belongs to; mostly empty
  std::string split_of;          ///< the collective that this is a group of; mostly empty
  Bytes size = 0;
  Bytes element = 1;
  std::string dtype;
  int root = 0;
  int channels = 1, chunks = 1;
  Duration start{};  ///< the moment `start` and `after` allow, from time 0
  Duration end{};
  std::int64_t steps = 0;
  std::int64_t flows = 0;       ///< messages between different ranks
  Ledger ledger;                ///< adds up to end - start
  std::string bottleneck_link;  ///< most wire bytes / capacity in the run among those used; empty where nothing moved
  std::int64_t rerouted = 0;    ///< messages that left a dead way for another, each time counted
  int last_arriver = 0;         ///< the rank that entered last (the lowest of several)
  std::vector<RankResult> per_rank;

  Duration time() const { return end - start; }
  int ranks() const { return static_cast<int>(per_rank.size()); }
  /// Whether `root` means anything to this operation.
  bool has_root() const;
  double algbw_GBps() const;  ///< M / T, 0 where T = 0
  double busbw_GBps() const;
};

struct LinkResult {
  std::string id;
  Tier tier = Tier::c2c;
  double capacity = 0;  ///< nominal, bytes per second
  Bytes bytes = 0;      ///< payload; half duplex: of both directions
  double wire_bytes = 0;
  double utilization = 0;  ///< wire bytes over capacity × makespan
  int peak_flows = 0;      ///< most flows at one instant
};

struct BackgroundResult {
  std::string from, to;
  Duration start{}, end{};
  Bytes bytes = 0;
};

/// How much longer something takes among others than by itself; nothing where it takes no time alone.
std::optional<double> slowdown(Duration shared, Duration alone);

/// What a job's collectives took, among the others and by themselves.
struct JobResult {
  struct Part {
    std::string id;
    Duration time{};
    std::optional<Duration> alone;
  };
  std::string id;
  std::string placement;  ///< `chips`, or the policy
  std::size_t chips = 0;
  Duration start{}, end{};        ///< of its first and its last collective
  std::optional<Duration> alone;  ///< its makespan when it runs by itself
  std::vector<Part> collectives;

  Duration makespan() const { return end - start; }
};

/// What background that comes and goes has moved.
struct NoiseResult {
  std::string from, to;
  std::int64_t bursts = 0;
  std::int64_t left_out = 0;  ///< found the one before still under way
  Bytes bytes = 0;
};

/// One run from time 0: the scenario at one size.
struct RunResult {
  Bytes size = 0;       ///< of the swept collective
  Duration makespan{};  ///< end of the last finite work: operations, and background flows with a size
  std::vector<CollectiveResult> collectives;
  std::vector<JobResult> jobs;
  std::vector<BackgroundResult> background;
  std::vector<NoiseResult> noise;
  std::vector<LinkResult> links;
};

/// How messages found their ways, where that is not the shortest route of each pair. An empty word plays no part.
struct RoutingUse {
  std::string routing, hash, striping;
  std::size_t stated = 0;  ///< entries of `routes:`
};

/// The times of one collective with different seeds.
struct SeedSpread {
  std::string id;
  Bytes size = 0;
  double mean_us = 0;
  Duration best{}, p50{}, p99{}, worst{};  ///< percentiles by nearest rank
  std::uint64_t worst_seed = 0;            ///< the lowest with that time
};

struct Repeats {
  int count = 1;  ///< how many seeds were run, from the result's on
  std::vector<SeedSpread> collectives;
};

struct Result {
  std::string scenario;
  std::uint64_t seed = 1;
  bool swept = false;        ///< several sizes: `runs` in the JSON form
  bool interrupted = false;  ///< stopped by the user: only what had ended is here
  bool checked = false;      ///< every allocation and schedule was verified (--check)
  std::optional<RoutingUse> routing;
  std::vector<RunResult> runs;
  std::optional<Repeats> repeats;      ///< `runs` are those of the first seed
  std::optional<std::string> failure;  ///< why a later size or seed could not finish; those before it are here
  std::vector<std::string> notes;      ///< for people, on stderr
};

}  // namespace collsim
