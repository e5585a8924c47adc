#include "topology/generate/members.h"

#include <algorithm>
#include <span>
#include <stdexcept>
#include <unordered_set>

#include "base/id_range.h"

namespace collsim {
namespace {

Ids expanded(const std::optional<std::string>& pattern) try {
  return expand_ids(*pattern);
} catch (const std::invalid_argument& e) {
  throw ParameterError(&pattern, e.what());
}

bool has_node(const TopologyDescription& description, const std::string& id) {
  for (const NodeGroup& group : description.nodes)
    for (const std::string& known : expand_ids(group.ids))
      if (known == id) return true;
  return false;
}

std::string keys_of(const std::string& per) { return "'chips" + per + ": 8' for chips"; }

}  // namespace

void NodeParameter::describe(Parameters& p) {
  p.block(optional("node", "a topology, file or mapping, that stands in a chip's place"), node);
  p.text(optional("ports", "nodes of it that links go to; else its nics, or its chips if it has none"), ports,
         "\"nic[0-7]\"");
}

std::optional<NetworkBlock> NodeParameter::block() const {
  if (!ports) return node;
  if (!node) throw ParameterError(&ports, "there is no 'node:' whose ports these could be");
  NetworkBlock chosen = *node;
  chosen.ports = expanded(ports);
  const std::unordered_set<std::string> chips(chosen.chips.begin(), chosen.chips.end());
  chosen.ports_are_chips = false;
  for (const std::string& id : chosen.ports) {
    if (!has_node(chosen.description, id)) throw ParameterError(&ports, "the node has no '" + id + "'");
    chosen.ports_are_chips = chosen.ports_are_chips || chips.count(id) > 0;
  }
  return chosen;
}

std::size_t MemberCount::count(const NodeParameter& node, const std::string& per) const {
  if (node.node) {
    if (chips) throw ParameterError(&chips, "with 'node:' it is nodes that are counted: nodes" + per);
    if (!nodes) throw ParameterError(nullptr, "nodes" + per + " is missing: with 'node:' write nodes" + per + ": 2");
    return static_cast<std::size_t>(*nodes);
  }
  if (nodes) throw ParameterError(&nodes, "there is no 'node:' to be counted: write " + keys_of(per));
  if (!chips) throw ParameterError(nullptr, "chips" + per + " is missing: write, for example, chips" + per + ": 8");
  return static_cast<std::size_t>(*chips);
}

Ids Members::port(std::size_t index, std::size_t first, std::size_t count) const {
  Ids ids;
  for (std::size_t member = first; member < first + count; ++member) ids.push_back(ports[member][index]);
  return ids;
}

Ids Members::all_ports(std::size_t first, std::size_t count) const {
  Ids ids;
  for (std::size_t member = first; member < first + count; ++member)
    ids.insert(ids.end(), ports[member].begin(), ports[member].end());
  return ids;
}

Members draw_members(Draft& draft, const std::optional<NetworkBlock>& block, std::size_t count, bool forwards,
                     const std::string& stem) {
  Members members;
  if (!block) {
    members.chips = numbered("c", count);
    draft.add_nodes(members.chips, {NodeKind::chip, {}, forwards ? std::optional(true) : std::nullopt});
    for (const std::string& chip : members.chips) members.ports.push_back({chip});
    return members;
  }
  members.tier = next_outer(block->outermost);
  for (std::size_t i = 0; i < count; ++i) {
    const std::string prefix = stem + std::to_string(i) + '.';
    draft.add_block(*block, prefix, forwards && block->ports_are_chips);
    members.ports.emplace_back();
    for (const std::string& port : block->ports) members.ports.back().push_back(prefix + port);
    for (const std::string& chip : block->chips) members.chips.push_back(prefix + chip);
  }
  return members;
}

Tier join_to_switches(Draft& draft, const Members& members, std::size_t each, const Ids& switches,
                      const LinkParameters& link) {
  const Tier tier = std::max(Tier::b2b, members.tier);
  for (std::size_t i = 0; i < switches.size(); ++i)
    draft.join(members.all_ports(i * each, each), switches[i], link, tier);
  return tier;
}

void draw_cores(Draft& draft, const Ids& spines, const CoreLayer& layer) {
  const Ids cores = numbered("core", layer.spines_each * layer.each);
  draft.add_nodes(cores, {NodeKind::switch_, layer.switch_latency});
  for (std::size_t i = 0; i < spines.size(); ++i)
    draft.join(spines[i], std::span(cores).subspan(i % layer.spines_each * layer.each, layer.each), layer.link,
               layer.tier);
}

void join_members(Draft& draft, const Members& members, std::size_t a, std::size_t b, const LinkParameters& link,
                  Tier tier) {
  draft.join(members.ports[a], members.ports[b], link, tier);
}

}  // namespace collsim
