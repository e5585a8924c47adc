#include "cut_text.h"

#include <algorithm>
#include <stdexcept>

#include "base/id_range.h"
#include "base/units.h"
#include "command_line.h"
#include "topology/cut.h"

namespace collsim {
namespace {

std::vector<NodeId> nodes_of(const Topology& topology, const std::string& pattern) try {
  std::vector<NodeId> nodes;
  for (const std::string& id : expand_ids(pattern)) {
    const auto node = topology.find_node(id);
    if (!node) throw UsageError("--cut " + pattern + ": no node '" + id + "' in topology " + topology.name());
    nodes.push_back(*node);
  }
  return nodes;
} catch (const std::invalid_argument& e) {
  throw UsageError(std::string("--cut ") + e.what());
}

}  // namespace

void write_cut(const Topology& topology, const std::string& from, const std::string& to, std::ostream& out) {
  const std::vector<NodeId> left = nodes_of(topology, from), right = nodes_of(topology, to);
  for (const NodeId node : left)
    if (std::find(right.begin(), right.end(), node) != right.end())
      throw UsageError("--cut: " + topology.node(node).name + " is on both sides");
  const double cut = least_cut(topology, left, right);
  out << from << " -> " << to << ": " << (cut > 0 ? format_bandwidth(cut) : "0 B/s") << ", least cut\n";
}

}  // namespace collsim
