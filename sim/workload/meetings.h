#pragma once

#include <map>
#include <optional>
#include <tuple>

#include "workload/carrier.h"

namespace collsim {

/// Transfers of several senders, of whom not all are ready yet.
class Meetings {
 public:
  /// `rank` is ready to send its part of the transfer, after `released`. Returns what released the last of the senders
  /// once all are ready; of several at one instant that of the lowest rank.
  std::optional<Release> arrive(const Cell& cell, const Transfer& transfer, Rank rank, const Release& released) {
    const auto key = std::tuple(cell.channel, cell.phase, cell.chunk, cell.step, transfer.from, transfer.to);
    Meeting& meeting = open_.try_emplace(key, Meeting{0, rank, released}).first->second;
    const Instant last = meeting.release.at;
    if (released.at > last || (released.at == last && rank < meeting.rank)) {
      meeting.rank = rank;
      meeting.release = released;
    }
    if (++meeting.ready <= transfer.more_from.size()) return {};
    return open_.extract(key).mapped().release;
  }

 private:
  struct Meeting {
    std::size_t ready;
    Rank rank;  // who was last
    Release release;
  };
  std::map<std::tuple<int, int, int, int, Rank, Rank>, Meeting> open_;
};

}  // namespace collsim
