// How an operation's transfers become messages.

#include <algorithm>

#include "base/mixing.h"
#include "workload/operation.h"

namespace collsim {

void OperationRun::send(Cell cell, const Transfer& t, int sends, const Release& released) {
  const auto stated = ways_.stated(t);
  if (stated.size() > 1) return send_in_parts(cell, t, sends, released);
  Message& m = begin(cell, t, released);
  if (stated.empty()) {
    ways_.lead(t, cell, world_.carrier, m);
  } else {
    m.route = stated.front().route;
  }
  post(m, t, sends, t.bytes);
}

void OperationRun::send_in_parts(Cell cell, const Transfer& t, int sends, const Release& released) {
  const auto ways = ways_.stated(t);
  const std::vector<Bytes> bytes = split_bytes(t.bytes, ways);
  // Ways that get no byte are not taken; a message without bytes takes the first.
  const auto taken = std::count_if(bytes.begin(), bytes.end(), [](Bytes part) { return part > 0; });
  const std::uint32_t bundle = bundles_.open(std::max<int>(1, static_cast<int>(taken)));
  for (std::size_t i = 0; i < ways.size(); ++i) {
    if (bytes[i] == 0 && (i > 0 || t.bytes > 0)) continue;
    Message& m = begin(cell, t, released);
    m.route = ways[i].route;
    m.bundle = bundle;
    post(m, t, sends, bytes[i]);
  }
}

void OperationRun::post(Message& m, const Transfer& t, int sends, Bytes bytes) {
  m.bytes = bytes;
  recount_ports();
  ports_.find_fans(m.cell, t, sends, m.route, m.fans);
  world_.carrier.post(m);
}

Message& OperationRun::begin(Cell cell, const Transfer& t, const Release& released) {
  Message& m = world_.carrier.blank();
  m.owner = this;
  m.terms = t.in_network() ? &switched_terms_ : &terms_;
  m.cell = cell;
  m.from = t.from;
  m.to = t.to;
  m.more_from = t.more_from;
  m.more_to = t.more_to;
  m.released = released;
  Duration late{};
  const auto note_lateness = [&](Rank rank) { late = std::max(late, lateness(rank)); };
  m.visit_senders(note_lateness);
  m.visit_receivers(note_lateness);
  m.start = std::max(released.at, later(start_, late));
  find_own_alpha(m);
  return m;
}

double OperationRun::slowness(Rank rank) const {
  return setup_.slowness.empty() ? 1.0 : setup_.slowness[static_cast<std::size_t>(rank)];
}

/// A slow chip takes its factor for its own part of α_start; of several that switches join the slowest counts. The
/// jitter is a function of seed, operation, cell and ranks, and of nothing that happens.
void OperationRun::find_own_alpha(Message& m) const {
  if (setup_.slowness.empty() && !jitter_) return;
  double sender = 1, receiver = 1;
  m.visit_senders([&](Rank rank) { sender = std::max(sender, slowness(rank)); });
  m.visit_receivers([&](Rank rank) { receiver = std::max(receiver, slowness(rank)); });
  const auto more = [](Duration alpha, double factor) { return round_up_to_tick(to_seconds(alpha) * (factor - 1)); };
  m.more_alpha_sender = more(m.terms->alpha_sender, sender);
  m.more_alpha_receiver = more(m.terms->alpha_receiver, receiver);
  if (jitter_)
    m.more_alpha_sender += draw(*jitter_, mixed_bits(world_.seed, ways_.message_number(m.cell, m.from, m.to)));
}

}  // namespace collsim
