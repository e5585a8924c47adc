#include "flow/flow_table.h"

#include <bit>

namespace collsim {
namespace {

/// Blocks come in powers of two.
std::size_t size_class(std::uint32_t count) { return static_cast<std::size_t>(std::bit_width(count - 1)); }

}  // namespace

FlowId FlowTable::add(std::span<const ResourceId> resources) {
  const FlowId flow = slots_.take();
  if (flow == blocks_.size()) blocks_.emplace_back();
  const auto count = static_cast<std::uint32_t>(resources.size());
  std::uint32_t use = take_block(count);
  blocks_[flow] = {use, count};
  for (const ResourceId r : resources) {
    uses_[use] = {r, static_cast<std::uint32_t>(users_[r].size())};
    users_[r].push_back({flow, use++});
  }
  total_ += count;
  return flow;
}

void FlowTable::remove(FlowId flow) {
  for (const Use& use : uses(flow)) {
    std::vector<User>& users = users_[use.resource];
    users[use.position] = users.back();
    uses_[users[use.position].use].position = use.position;
    users.pop_back();
  }
  total_ -= blocks_[flow].count;
  give_back(blocks_[flow]);
  blocks_[flow].count = 0;
}

std::uint32_t FlowTable::take_block(std::uint32_t count) {
  const std::size_t size = size_class(count);
  if (free_blocks_.size() <= size) free_blocks_.resize(size + 1);
  std::vector<std::uint32_t>& free = free_blocks_[size];
  if (free.empty()) {
    free.push_back(static_cast<std::uint32_t>(uses_.size()));
    uses_.resize(uses_.size() + (std::size_t{1} << size));
  }
  const std::uint32_t first = free.back();
  free.pop_back();
  return first;
}

void FlowTable::give_back(Block block) { free_blocks_[size_class(block.count)].push_back(block.first); }

}  // namespace collsim
