#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "base/slots.h"
#include "flow/solver.h"

namespace collsim {

using FlowId = std::uint32_t;

/// Which flow crosses what, both ways round, in pools: a flow that starts or ends allocates nothing once the pools have
/// grown.
///
///     flow ──first, count──▶ uses: resource, position ──▶ users of the resource: flow, use
///
/// A resource that is named twice by a flow holds it twice. Sets of any size; blocks of uses are handed on by size.
class FlowTable {
 public:
  struct Use {
    ResourceId resource;
    std::uint32_t position;  // among the resource's users
  };
  struct User {
    FlowId flow;
    std::uint32_t use;
  };

  explicit FlowTable(std::size_t resources) : users_(resources) {}

  FlowId add(std::span<const ResourceId> resources);
  /// The flow's uses end; its number stays taken until `release`.
  void remove(FlowId flow);
  void release(FlowId flow) { slots_.give_back(flow); }

  std::span<const Use> uses(FlowId flow) const { return {uses_.data() + blocks_[flow].first, blocks_[flow].count}; }
  std::span<const User> users(ResourceId resource) const { return users_[resource]; }
  /// A number for the flow's use of its first resource; the others follow.
  std::uint32_t first_use(FlowId flow) const { return blocks_[flow].first; }
  std::size_t resources() const { return users_.size(); }
  /// One more than the largest number ever given to a flow.
  std::size_t slots() const { return blocks_.size(); }
  /// One more than the largest number ever given to a use.
  std::size_t use_slots() const { return uses_.size(); }
  /// (flow, resource) pairs at present.
  std::size_t total_uses() const { return total_; }

 private:
  struct Block {
    std::uint32_t first = 0;
    std::uint32_t count = 0;
  };

  std::uint32_t take_block(std::uint32_t count);
  void give_back(Block block);

  std::vector<Use> uses_;
  std::vector<Block> blocks_;                            // by flow
  Slots slots_;                                          // of blocks_
  std::vector<std::vector<std::uint32_t>> free_blocks_;  // by the exponent of their size
  std::vector<std::vector<User>> users_;                 // by resource
  std::size_t total_ = 0;
};

}  // namespace collsim
