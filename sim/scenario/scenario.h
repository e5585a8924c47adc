#pragma once

#include <array>
#include <cstdint>
#include <limits>
#include <optional>
#include <string>
#include <vector>

#include "base/distribution.h"
#include "base/error.h"
#include "base/time.h"
#include "base/units.h"
#include "collective/byte_matrix.h"
#include "collective/chosen.h"
#include "collective/kernel.h"
#include "collective/operation.h"
#include "collective/protocol.h"
#include "flow/sharing.h"
#include "routing/routing_rules.h"
#include "routing/ties.h"
#include "scenario/split.h"
#include "topology/description.h"

namespace collsim {

/// barrier: a step begins when every flow of the step before is delivered. dataflow: a rank posts its sends of a step
/// once its own sends of the step before have left and its receives have been delivered.
enum class Sync : std::uint8_t { barrier, dataflow };

/// progressive: rates are solved again whenever the set of active flows changes. per_step: the flows of a step are
/// solved once, together, as if alone.
enum class Rates : std::uint8_t { progressive, per_step };

/// The fixed cost of one message at its two ends (3.3): the sender's part passes before the first byte enters the
/// network, the receiver's after the last has arrived. A single number passes on the sender's side.
struct AlphaStart {
  Duration sender{};
  Duration receiver{};

  Duration total() const { return sender + receiver; }
  bool operator==(const AlphaStart&) const = default;
};

/// What a protocol changes.
struct ProtocolModel {
  std::optional<AlphaStart> alpha_start;  ///< instead of the model's
  double utilization = 1;                 ///< times the model's
  /// Bandwidth at which a rank's block, M / N, goes into and out of buffers where no transfer overlaps it, once an
  /// operation; bytes per second. Absent: that takes no time.
  std::optional<double> staging{};
  bool operator==(const ProtocolModel&) const = default;
};

/// What becomes of messages on a link that is down: they wait for it, or go another way once it is known to be dead.
enum class FailoverPolicy : std::uint8_t { wait, reroute };

struct FailoverModel {
  FailoverPolicy policy = FailoverPolicy::wait;
  Duration detection{};  ///< from a link's change to its being known
  bool operator==(const FailoverModel&) const = default;
};

/// What a family of kernels changes of the model, where it says so.
struct KernelModel {
  std::optional<Duration> launch;
  std::optional<AlphaStart> alpha_start;
  std::optional<double> utilization;
  /// From messages of this size on more channels work on each: dearer to start, closer to the wire.
  struct Wide {
    Bytes from = 0;
    std::optional<AlphaStart> alpha_start;
    std::optional<double> utilization;
    bool operator==(const Wide&) const = default;
  };
  std::optional<Wide> wide;
  /// In network: into chunks of what `channels` times the ranks of a node carry of `most` bytes each, less for small
  /// sizes as NCCL cuts (collective/nccl_chunks.h). What `chunks: auto` takes then.
  struct Chunk {
    Bytes most = 0;
    int channels = 1;
    bool operator==(const Chunk&) const = default;
  };
  std::optional<Chunk> chunk;
  /// By Protocol.
  struct ProtocolChange {
    std::optional<AlphaStart> alpha_start;
    std::optional<double> utilization;
    std::optional<double> staging;
    bool operator==(const ProtocolChange&) const = default;
  };
  std::array<ProtocolChange, 3> protocols;
  bool operator==(const KernelModel&) const = default;
};

/// A message goes in pieces of `size`, one each `cost` at best.
struct PieceModel {
  Bytes size = 0;
  Duration cost{};
  /// Payload bytes per second that this allows.
  double rate() const { return static_cast<double>(size) / to_seconds(cost); }
  bool operator==(const PieceModel&) const = default;
};

struct Model {
  Duration launch{};  ///< passes once, before an operation's first messages
  AlphaStart alpha_start;
  double utilization = 1.0;  ///< u, 0 < u <= 1: m payload bytes load a link with m/u
  std::optional<PieceModel> pieces;
  Sharing sharing = Sharing::max_min;
  Fairness fairness = Fairness::flow;
  Rates rates = Rates::progressive;
  Sync sync = Sync::barrier;
  Routing routing = Routing::shortest;
  Ties ties = Ties::file_order;  ///< of `routing: shortest`
  HashBy hash = HashBy::flow;
  Striping striping = Striping::proportional;  ///< of `routing: spray`
  FailoverModel failover;
  std::optional<Distribution> jitter;  ///< on top of every message's α_start, at the sender
  /// By Protocol. An ll line is half flags; of the 128 bytes of an ll128 line 120 are data (NCCL, prims_ll128.h).
  std::array<ProtocolModel, 3> protocols{ProtocolModel{{}, 1}, ProtocolModel{{}, 0.5}, ProtocolModel{{}, 0.9375}};
  std::array<KernelModel, 4> kernels;  ///< by Kernel

  /// What holds for messages of a protocol.
  AlphaStart alpha_start_of(Protocol protocol) const {
    return protocols[static_cast<std::size_t>(protocol)].alpha_start.value_or(alpha_start);
  }
  double utilization_of(Protocol protocol) const {
    return utilization * protocols[static_cast<std::size_t>(protocol)].utilization;
  }
  /// The model as it holds for messages of a family of kernels, the largest of which has `message` bytes.
  Model of(Kernel kernel, Bytes message) const;
  bool operator==(const Model&) const = default;
};

/// A name or pattern as it stands in the file, with its position: checked against the topology later.
struct Reference {
  std::string text;
  Mark mark;
};

/// The range of weights: further apart they would be lost in each other's rounding.
inline constexpr double least_weight = 1e-9, most_weight = 1e9;

inline constexpr int most_priority = 1000;

/// How `algorithm: auto` chooses: as NCCL's tuner, as vLLM dispatches, by a measured table, or by simulating all.
enum class Preset : std::uint8_t { nccl, vllm, table, simulate };

struct AutoSpec {
  Preset preset = Preset::nccl;
  std::string table;  ///< its file, relative to the scenario's
  std::string only;   ///< an algorithm that is named: its protocol alone is chosen; else empty
  Mark mark;
};

/// A group of chips that run collectives of their own.
struct JobSpec {
  std::string id;
  std::string placement;           ///< `chips`, or the policy that chose them
  std::vector<std::string> chips;  ///< in job order, each once
  double weight = 1;               ///< of its collectives that state none
  int priority = 0;                ///< the same
  bool alone = false;              ///< is run by itself as well
  bool chain = false;              ///< each of its collectives waits for the one before in the file
  Mark mark;
};

struct CollectiveSpec {
  std::string id;
  Op op = Op::all_reduce;
  std::string
      algorithm;  ///< of the table of algorithms; checked against `op` by the reader; empty with `algorithm: auto`
  std::optional<AutoSpec> automatic;  ///< `algorithm: auto`, or `protocol: auto`
  std::vector<Chosen> chosen;         ///< by size, what `automatic` came to; empty until somebody has chosen
  std::vector<Reference> ranks;       ///< patterns for expand_ids in rank order; empty: all chips in file order
  int root = 0;
  std::vector<Bytes> sizes;  ///< M; one entry, or several with `sizes` (then this is the scenario's only sweep)
  bool swept = false;        ///< stated with `sizes` (or -b -e -f), even if only one size comes of it
  /// Of an uneven all_to_all, stated or made from a `skew`: as many ranks as the group, whole elements; `sizes` is then
  /// its largest_buffer() alone.
  std::optional<ByteMatrix> matrix;
  std::string dtype = "int8";
  Bytes element = 1;  ///< bytes of one element; every size is a multiple
  int channels = 1;
  bool auto_channels = false;  ///< as many as the network invites to, instead of `channels`
  int chunks = 1;
  bool auto_chunks = false;  ///< as many as are fastest by the model of collective/pipelining.h, instead of `chunks`
  /// Of a ring: channel c goes round in orders[c mod their number], each of patterns that name every rank's chip once.
  std::vector<std::vector<Reference>> orders;
  Protocol protocol = Protocol::simple;
  std::vector<int> groups;  ///< a hierarchy's sizes in rank order, innermost first; empty: from the topology's tiers
  Instant start{};
  std::vector<std::size_t> after;  ///< indices into Scenario::collectives; free of cycles
  double weight = 1;
  int priority = 0;                ///< strict: the flows of a higher one take what they can first
  std::optional<double> rate_cap;  ///< bytes per second of link capacity, each flow
  std::optional<std::size_t> job;  ///< index into Scenario::jobs; `ranks` are chips of it then
  std::size_t claimant = 0;        ///< same number: one job to `fairness: job`, whether there are jobs or not
  std::optional<Split> split;      ///< makes groups of the ranks; none in a scenario that has been read
  std::string split_of;            ///< id of the collective that this is one group of
  Mark mark;
};

/// One flow that is no collective: capped at `rate` if given, else it claims like any flow; ends at `stop`, or after
/// `size` bytes, or with the run.
struct BackgroundSpec {
  Reference from, to;
  std::optional<double> rate;
  std::optional<Bytes> size;
  Instant start{};
  std::optional<Instant> stop;
  double weight = 1;
  int priority = 0;
  Mark mark;
};

/// Down, up, down, up …: ends up after `times`, or at `until`, whatever it was doing.
struct FlapSpec {
  Duration down{}, up{};
  std::int64_t times = 0;
  Instant until = Instant::max();
};

/// A change of directed links: a new total bandwidth (`count` included) of each, or down / up; or of all links of
/// nodes, in both directions, down / up.
struct LinkEventSpec {
  enum class Change : std::uint8_t { bandwidth, down, up, flap };
  Instant at{};
  std::vector<Reference> links;  ///< patterns, `leaf[0-3]->spine0`; empty where nodes are meant
  std::vector<Reference> nodes;  ///< patterns
  bool only_switches = false;    ///< stated with `switch`
  Change change = Change::bandwidth;
  double bandwidth = 0;
  FlapSpec flap;
};

/// Background that comes and goes: every `period` one flow, at `rate` for `on`, or as fast as it can for `size` bytes.
struct NoiseSpec {
  Reference from, to;
  std::optional<double> rate;
  std::optional<Bytes> size;
  Duration period{};
  Duration on{};  ///< with a rate
  Instant start{};
  std::optional<Instant> stop;
  Duration phase{};           ///< of the first flow, after `start`
  bool random_phase = false;  ///< drawn from the period, instead
  Duration jitter{};          ///< each begins up to that much later, drawn
  Mark mark;
};

/// A chip that enters every operation `delay` later than the operation starts, or a time drawn for each operation; and
/// whose own part of α_start and bandwidth of injection are `slow` times as slow.
struct StragglerSpec {
  Reference chip;
  Duration delay{};
  std::optional<Distribution> drawn_delay;  ///< instead of `delay`
  double slow = 1;
};

/// One way from chips to chips, laid down by nodes and links that it passes, in their order; shortest between these.
struct RouteSpec {
  std::vector<Reference> from, to;  ///< patterns for expand_ids
  std::vector<Reference> via;       ///< ids of nodes, or names of links
  std::optional<double> share;      ///< of the bytes, where several ways are stated for a pair
  Mark mark;
};

/// A scenario as its file states it, defaults filled in and everything checked that can be checked without the
/// topology's graph.
struct Scenario {
  std::string name;  ///< the `name:` key, default the file's stem
  std::string file;
  TopologyDescription topology;
  Model model;
  std::uint64_t seed = 1;
  int repeats = 1;  ///< how often it is run, with seeds from `seed` on
  std::vector<JobSpec> jobs;
  std::vector<CollectiveSpec> collectives;
  std::vector<BackgroundSpec> background;
  std::vector<NoiseSpec> noise;
  std::vector<LinkEventSpec> events;
  std::vector<StragglerSpec> stragglers;
  std::vector<RouteSpec> routes;
};

}  // namespace collsim
