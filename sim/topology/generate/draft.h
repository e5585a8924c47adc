#pragma once

#include <span>

#include "topology/description.h"
#include "topology/generate/block.h"
#include "topology/generate/parameters.h"

namespace collsim {

/// What nodes of a group have in common.
struct NodeParameters {
  NodeKind kind = NodeKind::switch_;
  Duration latency{};
  std::optional<bool> forwards = {};
  bool reduces = false;
  bool multicasts = false;
};

/// A description that a generator draws, in groups as large as the counting of ids allows. All that add to it throw
/// std::length_error beyond most_generated_nodes and most_generated_links.
class Draft {
 public:
  /// `mark` is where errors about what is drawn point.
  explicit Draft(TopologyDescription description, Mark mark) : description_(std::move(description)), mark_(mark) {}

  void add_nodes(std::span<const std::string> ids, const NodeParameters& node);

  /// A block's nodes and links, each id behind `prefix`. `forwarding` makes chips forward that say nothing of it.
  void add_block(const NetworkBlock& block, const std::string& prefix, bool forwarding = false);

  /// Joins two lists of nodes pairwise, or one node with a list; `tier` is the link's unless it states its own.
  /// Requires: a bandwidth; equally many on both sides, or one on one of them.
  void join(std::span<const std::string> from, std::span<const std::string> to, const LinkParameters& link, Tier tier);
  void join(const std::string& from, std::span<const std::string> to, const LinkParameters& link, Tier tier) {
    join(std::span(&from, 1), to, link, tier);
  }
  void join(std::span<const std::string> from, const std::string& to, const LinkParameters& link, Tier tier) {
    join(from, std::span(&to, 1), link, tier);
  }

  const TopologyDescription& description() const { return description_; }
  TopologyDescription take() { return std::move(description_); }
  Mark mark() const { return mark_; }

 private:
  void count(std::size_t nodes, std::size_t links);

  TopologyDescription description_;
  Mark mark_;
  std::size_t nodes_ = 0, links_ = 0;
};

}  // namespace collsim
