#include "workload/resolve_events.h"

#include <algorithm>
#include <stdexcept>
#include <string>
#include <utility>

#include <fmt/format.h>

#include "base/id_range.h"

namespace collsim {
namespace {

// Looking for the nearest name takes time for each link of the topology.
constexpr int kMostUnknownNames = 30;

class EventResolver {
 public:
  EventResolver(const Topology& topology, Diagnostics& diagnostics) : topology_(topology), diagnostics_(diagnostics) {}

  Resolved::LinkEvent resolve(const LinkEventSpec& spec) {
    Resolved::LinkEvent event;
    for (const Reference& reference : spec.links) add_links(reference, event);
    for (const Reference& reference : spec.nodes) add_nodes(reference, spec.only_switches, event);
    if (!event.nodes.empty()) collect_links(event);
    return event;
  }

 private:
  /// Two ranges of equal length go pairwise, and a node with each of a range, as in a topology's links.
  void add_links(const Reference& reference, Resolved::LinkEvent& event) try {
    const std::size_t arrow = reference.text.find("->");
    if (arrow == std::string::npos) return add_link(reference.text, reference.mark, event);
    const auto from = expand_ids(std::string_view(reference.text).substr(0, arrow));
    const auto to = expand_ids(std::string_view(reference.text).substr(arrow + 2));
    if (from.size() != to.size() && from.size() != 1 && to.size() != 1) {
      return diagnostics_.add(reference.mark,
                              fmt::format("{} names {} nodes and {}: a range goes with one of equal length, or "
                                          "with one node",
                                          quote(reference.text), from.size(), to.size()));
    }
    for (std::size_t i = 0; i < std::max(from.size(), to.size()); ++i) {
      const std::string name = from[from.size() == 1 ? 0 : i] + "->" + to[to.size() == 1 ? 0 : i];
      add_link(name, reference.mark, event);
    }
  } catch (const std::invalid_argument& e) {
    diagnostics_.add(reference.mark, e.what());
  }

  void add_link(const std::string& name, Mark mark, Resolved::LinkEvent& event) {
    if (const auto found = topology_.find_link(name)) return event.links.push_back(*found);
    if (++unknown_ > kMostUnknownNames) return;
    std::vector<std::string> names;
    for (LinkId id = 0; id < topology_.link_count(); ++id) names.push_back(topology_.link_name(id));
    const std::vector<std::string_view> candidates(names.begin(), names.end());
    diagnostics_.add(mark, fmt::format("unknown link '{}'{}: a directed link is named from->to", name,
                                       suggestion(name, candidates)));
  }

  void add_nodes(const Reference& reference, bool only_switches, Resolved::LinkEvent& event) try {
    for (const std::string& name : expand_ids(reference.text)) {
      if (const auto id = node(name, only_switches, reference.mark)) event.nodes.push_back(*id);
    }
  } catch (const std::invalid_argument& e) {
    diagnostics_.add(reference.mark, e.what());
  }

  std::optional<NodeId> node(const std::string& name, bool only_switches, Mark mark) {
    const auto found = topology_.find_node(name);
    if (!found) {
      if (++unknown_ > kMostUnknownNames) return {};
      std::vector<std::string_view> names;
      for (NodeId id = 0; id < topology_.node_count(); ++id) names.push_back(topology_.node(id).name);
      diagnostics_.add(mark, fmt::format("unknown node '{}'{}", name, suggestion(name, names)));
    } else if (only_switches && topology_.node(*found).kind != NodeKind::switch_) {
      diagnostics_.add(mark,
                       fmt::format("'{}' is a {}: name it with node", name, to_string(topology_.node(*found).kind)));
    }
    return found;
  }

  void collect_links(Resolved::LinkEvent& event) const {
    for (const NodeId node : event.nodes) {
      event.first_link.push_back(event.links.size());
      for (LinkId link = 0; link < topology_.link_count(); ++link) {
        if (topology_.link(link).from == node || topology_.link(link).to == node) event.links.push_back(link);
      }
    }
    event.first_link.push_back(event.links.size());
  }

  const Topology& topology_;
  Diagnostics& diagnostics_;
  int unknown_ = 0;
};

}  // namespace

std::vector<Resolved::LinkEvent> resolve_events(const std::vector<LinkEventSpec>& events, const Topology& topology,
                                                Diagnostics& diagnostics) {
  EventResolver resolver(topology, diagnostics);
  std::vector<Resolved::LinkEvent> resolved;
  for (const LinkEventSpec& spec : events) resolved.push_back(resolver.resolve(spec));
  return resolved;
}

}  // namespace collsim
