#include "routing/hop_choice.h"

#include <algorithm>

#include "base/mixing.h"

namespace collsim {

HopChoice::HopChoice(HashBy hash, std::uint64_t seed, std::size_t nodes) : hash_(hash), seed_(seed) {
  if (hash == HashBy::round_robin) turn_.assign(nodes, 0);
}

HopChoice::HopChoice(HashBy hash, std::uint64_t seed)
    : HopChoice(hash == HashBy::round_robin ? HashBy::flow : hash, seed, 0) {}

void HopChoice::turn_to(const RouteRequest& request) {
  if (hash_ != HashBy::round_robin) entity_ = mixed_bits(seed_, entity_of(request));
}

std::uint64_t HopChoice::entity_of(const RouteRequest& request) const {
  const std::uint64_t pair = mixed_bits(request.from, request.to);
  if (hash_ == HashBy::pair) return pair;
  return mixed_bits(pair, hash_ == HashBy::channel ? request.channel : request.message);
}

std::size_t HopChoice::pick(NodeId node, std::size_t among) {
  if (among == 1) return 0;
  if (hash_ == HashBy::round_robin) return turn_[node]++ % among;
  return static_cast<std::size_t>(hashed(node) % among);
}

std::uint64_t HopChoice::hashed(std::uint64_t place) const { return mixed_bits(entity_, place); }

void HopChoice::begin_run() { std::fill(turn_.begin(), turn_.end(), 0U); }

bool walk(EqualCost& ways, const Topology& topology, RouteState at, NodeId to, HopChoice& choice,
          std::vector<LinkId>& links) {
  for (;;) {
    const auto next = ways.next(at, to);
    if (next.empty()) return ways.hops(at, to) == 0;
    const LinkId link = next[choice.pick(topology.link(next.front()).from, next.size())];
    links.push_back(link);
    at = ways.after(link);
  }
}

Duration latency_of(const Topology& topology, const std::vector<LinkId>& path) {
  Duration latency{};
  for (const LinkId id : path) latency += topology.link(id).latency + topology.node(topology.link(id).to).latency;
  if (!path.empty()) latency -= topology.node(topology.link(path.back()).to).latency;
  return latency;
}

}  // namespace collsim
