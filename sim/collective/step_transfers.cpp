#include "collective/step_transfers.h"

#include <algorithm>

#include <fmt/format.h>

namespace collsim {
namespace {

std::vector<Rank> one_and_more(Rank one, std::span<const Rank> more) {
  std::vector<Rank> all{one};
  all.insert(all.end(), more.begin(), more.end());
  return all;
}

bool contains(std::span<const Rank> ranks, Rank rank) {
  return std::find(ranks.begin(), ranks.end(), rank) != ranks.end();
}

bool equal(std::span<const Rank> a, std::span<const Rank> b) {
  return std::equal(a.begin(), a.end(), b.begin(), b.end());
}

bool same(const Transfer& a, const Transfer& b) {
  return a.from == b.from && a.to == b.to && a.bytes == b.bytes && a.action == b.action &&
         equal(a.more_from, b.more_from) && equal(a.more_to, b.more_to);
}

std::optional<Rank> repeated(std::vector<Rank> ranks) {
  std::sort(ranks.begin(), ranks.end());
  const auto twice = std::adjacent_find(ranks.begin(), ranks.end());
  return twice == ranks.end() ? std::optional<Rank>{} : *twice;
}

}  // namespace

std::vector<Rank> senders(const Transfer& t) { return one_and_more(t.from, t.more_from); }
std::vector<Rank> receivers(const Transfer& t) { return one_and_more(t.to, t.more_to); }

std::optional<std::string> StepTransfers::add(Rank rank, const Transfer& t) {
  if (t.in_network()) return add_joint(rank, t);
  if (t.from != rank || !is_rank(t.to) || t.to == rank) {
    return fmt::format("rank {} sends from {} to {}", rank, t.from, t.to);
  }
  take(t);
  return {};
}

std::optional<std::string> StepTransfers::add_joint(Rank rank, const Transfer& t) {
  if (rank != t.from && !contains(t.more_from, rank)) {
    return fmt::format("rank {} lists a transfer from {} to {} that it is no sender of", rank, t.from, t.to);
  }
  const auto [at, fresh] = joint_.try_emplace({t.from, t.to}, Joint{t, {rank}});
  if (fresh) {
    auto wrong = nonsense(rank, t);
    if (!wrong) take(t);
    return wrong;
  }
  Joint& known = at->second;
  if (!same(known.transfer, t)) {
    return fmt::format("ranks {} and {} list different transfers from {} to {}", known.listed_by.front(), rank, t.from,
                       t.to);
  }
  if (contains(known.listed_by, rank)) {
    return fmt::format("rank {} lists the transfer from {} to {} twice", rank, t.from, t.to);
  }
  known.listed_by.push_back(rank);
  return {};
}

std::optional<std::string> StepTransfers::nonsense(Rank rank, const Transfer& t) const {
  for (const std::vector<Rank>& side : {senders(t), receivers(t)}) {
    for (const Rank r : side) {
      if (!is_rank(r)) return fmt::format("rank {} lists a transfer with rank {}, which there is not", rank, r);
    }
    if (const auto twice = repeated(side)) {
      return fmt::format("rank {} lists a transfer from {} to {} with rank {} twice on one side", rank, t.from, t.to,
                         *twice);
    }
  }
  return {};
}

std::optional<std::string> StepTransfers::incomplete() const {
  for (const auto& [ends, joint] : joint_) {
    for (const Rank sender : senders(joint.transfer)) {
      if (contains(joint.listed_by, sender)) continue;
      return fmt::format("rank {} does not list the transfer from {} to {} that it is a sender of", sender, ends.first,
                         ends.second);
    }
  }
  return {};
}

void StepTransfers::take(const Transfer& t) {
  all_.push_back(t);
  ++received_[static_cast<std::size_t>(t.to)];
  for (const Rank r : t.more_to) ++received_[static_cast<std::size_t>(r)];
}

}  // namespace collsim
