#pragma once

#include <map>
#include <optional>
#include <span>
#include <string>
#include <vector>

#include "collective/program.h"

namespace collsim {

/// The transfers of one step, put together from what its ranks list: one of several senders, which each of them lists,
/// is one. For the verifier.
class StepTransfers {
 public:
  explicit StepTransfers(int ranks) : ranks_(ranks), received_(static_cast<std::size_t>(ranks), 0) {}

  /// Takes what `rank` lists. Returns what is wrong with it, or nothing.
  std::optional<std::string> add(Rank rank, const Transfer& transfer);
  /// A transfer that not all of its senders list, or nothing.
  std::optional<std::string> incomplete() const;

  std::span<const Transfer> all() const { return all_; }
  /// How many transfers `rank` receives.
  int received(Rank rank) const { return received_[static_cast<std::size_t>(rank)]; }

 private:
  /// A transfer through switches, by its `from` and `to`.
  struct Joint {
    Transfer transfer;
    std::vector<Rank> listed_by;
  };

  std::optional<std::string> add_joint(Rank rank, const Transfer& transfer);
  std::optional<std::string> nonsense(Rank rank, const Transfer& transfer) const;
  bool is_rank(Rank rank) const { return rank >= 0 && rank < ranks_; }
  void take(const Transfer& transfer);

  int ranks_;
  std::vector<int> received_;  // by rank
  std::vector<Transfer> all_;
  std::map<std::pair<Rank, Rank>, Joint> joint_;
};

/// All senders and all receivers of a transfer.
std::vector<Rank> senders(const Transfer& transfer);
std::vector<Rank> receivers(const Transfer& transfer);

}  // namespace collsim
