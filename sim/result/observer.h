#pragma once

#include <cstdint>
#include <optional>
#include <span>
#include <string_view>

#include "base/time.h"
#include "base/units.h"
#include "collective/program.h"
#include "result/result.h"

namespace collsim {

/// One message's life, told when it is delivered. Instants count from the start of the run.
struct FlowRecord {
  std::string_view operation;  ///< the collective's id, or `background`
  Cell cell;
  Rank from_rank, to_rank;    ///< 0 and 1 for background
  std::string_view from, to;  ///< chips
  Bytes bytes;
  Instant start;       ///< its α_start begins
  Instant first_byte;  ///< it enters the network
  Instant last_byte;   ///< it leaves the network
  Instant delivered;
  std::string_view bottleneck;  ///< the link that bound its rate last; empty where none did

  // What ties it to others; of background only `number` and `links`.
  std::uint64_t number = 0;                    ///< of all messages of the run, in the order in which they were posted
  std::optional<std::uint64_t> released_by{};  ///< that message's number; absent: the operation's start
  Instant released{};                          ///< `start`, but for a late rank
  Ledger before{};                             ///< where the time from the operation's start to `released` went
  Ledger sent{};                               ///< the same from there to `last_byte`
  Ledger spent{};                              ///< the same from there to `delivered`
  std::span<const std::uint32_t> links{};      ///< its route, as places in RunResult::links
  std::span<const double> shares{};            ///< by link, the part of the bytes that takes it; empty: all take each
  std::optional<std::uint32_t> bottleneck_link{};  ///< the same of `bottleneck`
  std::span<const Rank> more_from{}, more_to{};    ///< other ranks, of a message that switches merge or replicate
};

/// Sees a run without the engine knowing what is done with it: flow logs, traces, progress lines, reports.
class Observer {
 public:
  virtual ~Observer() = default;

  virtual void run_started(Bytes /*size*/) {}
  virtual void operation_started(std::string_view /*id*/, Instant) {}
  virtual void flow_delivered(const FlowRecord&) {}
  /// Without anybody who wants them messages need not be told one by one, which is faster.
  virtual bool wants_flows() const { return true; }
  virtual void operation_ended(const CollectiveResult&) {}
  /// An event has changed a link, told by its place in RunResult::links: it now has this bandwidth, 0 while it is down.
  virtual void link_changed(std::uint32_t /*link*/, Instant, double /*bandwidth*/) {}
  virtual void run_ended(const RunResult&) {}
  /// Called every few thousand events: how far the clock is, and which share of all messages has been delivered.
  virtual void progress(Instant, double /*share*/) {}
};

}  // namespace collsim
