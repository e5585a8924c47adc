#pragma once

#include <algorithm>
#include <string>

#include "topology/topology.h"

namespace collsim::test {

/// Networks of the three usual kinds at any size, for tests and benchmarks of scale. Links as in a present-day cluster:
/// 450 GB/s inside a node, 50 GB/s outside.
class Cluster {
 public:
  static Topology star(int chips) {
    Cluster c(chips);
    c.add_nodes("sw", 1, NodeKind::switch_);
    c.add_link(range("c", 0, chips), "sw0", 450e9);
    return build_topology(c.description_);
  }

  /// 32 chips a leaf, every leaf linked to each of 16 spines.
  static Topology leaf_spine(int chips) {
    Cluster c(chips);
    const int leaves = (chips + kChipsPerLeaf - 1) / kChipsPerLeaf;
    c.add_nodes("leaf", leaves, NodeKind::switch_);
    for (int leaf = 0; leaf < leaves; ++leaf) {
      const int first = leaf * kChipsPerLeaf;
      c.add_link(range("c", first, std::min(kChipsPerLeaf, chips - first)), "leaf" + std::to_string(leaf), 50e9);
    }
    c.add_spines(leaves);
    return build_topology(c.description_);
  }

  /// Nodes of 8 chips on a switch, each with a nic of its own; nic k of 32 nodes on a leaf of rail k; spines as above.
  static Topology rails(int chips) {
    Cluster c(chips);
    const int nodes = chips / kChipsPerNode;
    const int groups = (nodes + kNodesPerLeaf - 1) / kNodesPerLeaf;
    c.add_nodes("nic", chips, NodeKind::nic);
    c.add_nodes("sw", nodes, NodeKind::switch_);
    c.add_nodes("leaf", groups * kChipsPerNode, NodeKind::switch_);
    c.add_link(range("c", 0, chips), range("nic", 0, chips), 50e9);
    for (int node = 0; node < nodes; ++node) {
      c.add_link(range("c", node * kChipsPerNode, kChipsPerNode), "sw" + std::to_string(node), 450e9);
      const int first_leaf = node / kNodesPerLeaf * kChipsPerNode;
      c.add_link(range("nic", node * kChipsPerNode, kChipsPerNode), range("leaf", first_leaf, kChipsPerNode), 50e9);
    }
    c.add_spines(groups * kChipsPerNode);
    return build_topology(c.description_);
  }

 private:
  static constexpr int kChipsPerLeaf = 32, kChipsPerNode = 8, kNodesPerLeaf = 32, kSpines = 16;

  explicit Cluster(int chips) { add_nodes("c", chips, NodeKind::chip); }

  static std::string range(const std::string& name, int first, int count) {
    return name + "[" + std::to_string(first) + "-" + std::to_string(first + count - 1) + "]";
  }
  void add_nodes(const std::string& name, int count, NodeKind kind) {
    NodeGroup group;
    group.ids = range(name, 0, count);
    group.kind = kind;
    if (kind == NodeKind::switch_) group.latency = std::chrono::nanoseconds(300);
    description_.nodes.push_back(group);
  }
  void add_link(const std::string& from, const std::string& to, double bandwidth) {
    LinkGroup group;
    group.from = from;
    group.to = to;
    group.bandwidth = bandwidth;
    group.latency = std::chrono::nanoseconds(50);
    description_.links.push_back(group);
  }
  void add_spines(int leaves) {
    if (leaves == 1) return;
    add_nodes("spine", kSpines, NodeKind::switch_);
    for (int leaf = 0; leaf < leaves; ++leaf) add_link("leaf" + std::to_string(leaf), range("spine", 0, kSpines), 50e9);
  }

  TopologyDescription description_;
};

}  // namespace collsim::test
