#pragma once

#include <algorithm>
#include <cstdint>
#include <span>
#include <vector>

#include "base/units.h"
#include "flow/network.h"
#include "routing/route.h"
#include "topology/topology.h"

namespace collsim {

/// The topology's links as the fluid network's resources, with the bandwidth in force and the bytes that have passed.
/// A full-duplex direction is a resource of its own; the two directions of a half-duplex link are one; an uncontended
/// link is one that is not shared.
class Fabric {
 public:
  /// A link that gives a part of its bandwidth only, now and after every change.
  struct SlowLink {
    LinkId link;
    double factor;  ///< bandwidth over this
  };

  /// Of several factors of one link the greatest counts. Requires: the topology outlives the fabric.
  explicit Fabric(const Topology& topology, std::span<const SlowLink> slow = {});

  const Topology& topology() const { return topology_; }
  std::vector<Resource> resources() const;
  std::size_t resource_count() const { return link_of_.size(); }
  ResourceId resource_of(LinkId link) const { return resource_of_[link]; }
  LinkId link_of(ResourceId resource) const { return link_of_[resource]; }
  bool contended(LinkId link) const { return topology_.link(link).duplex != Duplex::uncontended; }

  /// The bandwidth in force, 0 while the link is down.
  double bandwidth(LinkId link) const { return in_force_[link]; }
  void set_bandwidth(LinkId link, double bandwidth);
  /// A link is up if it is itself and both nodes are.
  void set_up(LinkId link, bool up);
  /// Requires: `links` are all that begin or end there.
  void set_node_up(NodeId node, bool up, std::span<const LinkId> links);
  bool is_up(LinkId link) const;
  bool is_itself_up(LinkId link) const { return up_[link] != 0; }
  bool is_node_up(NodeId node) const { return node_up_[node] != 0; }
  /// The resource of a link that is up and shared by its flows, else kNoResource.
  ResourceId shared_resource(LinkId link) const { return shared_resource_[link]; }
  /// The bandwidths in force, by resource.
  std::span<const double> capacities() const { return capacity_; }
  /// How often a bandwidth has changed.
  std::uint64_t changes() const { return changes_; }

  /// A number for a utilization (u), to count bytes under.
  std::size_t utilization_class(double utilization);
  /// What a route splits is counted as real numbers, so that links get their parts without bias, however small the
  /// messages. Throws SimulationError where a link's bytes no longer fit 64 bits.
  void count(const Route& route, Bytes payload, std::size_t utilization_class);
  /// The same of `times` steps on one resource, with the flows of each that were on it at one time.
  void count(ResourceId resource, Bytes payload, std::int64_t times, int flows, std::size_t utilization_class) {
    add(passed_[utilization_class].bytes[resource], resource, payload, times);
    peak_[resource] = std::max(peak_[resource], flows);
  }
  /// The most flows that were so counted on the link.
  int peak_flows(LinkId link) const { return peak_[resource_of_[link]]; }
  /// Payload that has passed, to the nearest byte; of a half-duplex link in both directions.
  Bytes passed(LinkId link) const;
  /// The same with what the payload needed besides: bytes / u of each.
  double wire_bytes(LinkId link) const;

 private:
  void note_change(LinkId link);
  void add(Bytes& passed, ResourceId resource, Bytes payload, std::int64_t times) const {
    Bytes all = 0;
    if (__builtin_mul_overflow(payload, times, &all) || __builtin_add_overflow(passed, all, &passed)) refuse(resource);
  }
  [[noreturn]] void refuse(ResourceId resource) const;
  void add_part(std::size_t utilization_class, ResourceId resource, double payload);

  const Topology& topology_;
  std::vector<ResourceId> resource_of_;      // by link
  std::vector<LinkId> link_of_;              // by resource: its first link
  std::vector<ResourceId> shared_resource_;  // by link
  std::vector<double> bandwidth_;            // by link, of those that are up
  std::vector<double> in_force_;             // by link
  std::vector<double> slow_;                 // by link; empty where all give what they have
  std::vector<char> up_, node_up_;
  std::vector<double> capacity_;  // by resource
  std::uint64_t changes_ = 0;
  std::vector<int> peak_;  // by resource
  struct Passed {
    double utilization;
    std::vector<Bytes> bytes;  // by resource
    std::vector<double> rest;  // by resource, of a byte; empty while nothing was split
  };
  std::vector<Passed> passed_;  // by utilization class
};

}  // namespace collsim
