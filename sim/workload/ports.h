#pragma once

#include <deque>
#include <functional>
#include <span>
#include <unordered_map>
#include <vector>

#include "collective/program.h"
#include "routing/route.h"

namespace collsim {

/// How many messages share each port of one message's route: of its first links, then of its last. Empty: one has each.
using PortFans = std::vector<double>;

/// How many messages with bytes of one operation and step share their sender's first link and their receiver's last:
/// what the operation must pay at its own ports. All channels count: they share the ports. Where a message may take one
/// of several ports, or is spread over them, each counts for the part that is expected of it.
class Ports {
 public:
  /// Where the bytes of a transfer are expected to go.
  using FindRoute = std::function<std::span<const RoutePart>(const Transfer&)>;

  /// Requires: `program` outlives this.
  Ports(const Program& program, int ranks, FindRoute find_route);

  /// `sends` is how many transfers the sender has in this cell. Takes time in proportion to the step the first time
  /// that one is asked for, and none where every rank has one message each way.
  void find_fans(Cell cell, const Transfer& transfer, int sends, const Route& route, PortFans& out);

  /// Ways have changed: steps are counted anew.
  void forget() { recent_.clear(); }

 private:
  struct Step {
    Cell cell;  // of channel 0
    std::unordered_map<LinkId, double> first, last;
  };
  const Step& step_of(Cell cell);
  void count(Cell cell, Step& step);
  static void count(const RoutePart& part, Step& step);

  const Program& program_;
  int ranks_;
  FindRoute find_route_;
  std::deque<Step> recent_;
  std::vector<Transfer> transfers_;
};

}  // namespace collsim
