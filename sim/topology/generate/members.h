#pragma once

#include <vector>

#include "topology/generate/draft.h"
#include "topology/generate/parameters.h"

namespace collsim {

/// `node: FILE` and `ports: PATTERN`: the block that takes a chip's place in a network.
struct NodeParameter {
  std::optional<NetworkBlock> node;
  std::optional<std::string> ports;

  void describe(Parameters& parameters);
  /// The block with the ports that were asked for; null without a block. Throws ParameterError.
  std::optional<NetworkBlock> block() const;
};

/// `chips: 8` for chips, `nodes: 8` for blocks: whichever fits.
struct MemberCount {
  std::optional<int> chips, nodes;

  /// Throws ParameterError where it does not fit to `node`. `per` is part of the keys: "_per_leaf".
  std::size_t count(const NodeParameter& node, const std::string& per = "") const;
};

/// What a network joins: chips c0, c1, … with one port each, themselves; or blocks n0, n1, … whose ids stand behind
/// `n3.` and whose ports are the network's ends.
struct Members {
  std::vector<Ids> ports;  ///< by member
  Ids chips;
  Tier tier = Tier::c2c;  ///< of a link between members that says nothing else

  std::size_t count() const { return ports.size(); }
  /// Port `index` of the members [first, first + count).
  Ids port(std::size_t index, std::size_t first, std::size_t count) const;
  /// All ports of those members, member by member.
  Ids all_ports(std::size_t first, std::size_t count) const;
};

/// Draws `count` members. `forwards`: chips that are ports carry traffic of others, unless their block says otherwise.
/// `stem` begins the ids of blocks.
Members draw_members(Draft& draft, const std::optional<NetworkBlock>& block, std::size_t count, bool forwards = false,
                     const std::string& stem = "n");

/// Joins all ports of members to switches, `each` members in order to one. Returns the tier of these links: b2b, or
/// that of the members further out.
Tier join_to_switches(Draft& draft, const Members& members, std::size_t each, const Ids& switches,
                      const LinkParameters& link);

/// A top layer: groups of `each` cores, group i for all spines i of `spines_each`.
struct CoreLayer {
  std::size_t spines_each = 0, each = 0;
  Duration switch_latency{};
  LinkParameters link;
  Tier tier = Tier::p2p;
};
void draw_cores(Draft& draft, const Ids& spines, const CoreLayer& layer);

/// Joins two members port by port.
void join_members(Draft& draft, const Members& members, std::size_t a, std::size_t b, const LinkParameters& link,
                  Tier tier);

}  // namespace collsim
