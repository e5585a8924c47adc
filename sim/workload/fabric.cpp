#include "workload/fabric.h"

#include <algorithm>
#include <cmath>

#include "base/error.h"

namespace collsim {

Fabric::Fabric(const Topology& topology, std::span<const SlowLink> slow)
    : topology_(topology), up_(topology.link_count(), 1), node_up_(topology.node_count(), 1) {
  const auto links = static_cast<LinkId>(topology.link_count());
  resource_of_.resize(links);
  for (LinkId id = 0; id < links; ++id) {
    const Link& link = topology.link(id);
    bandwidth_.push_back(link.bandwidth);
    if (link.duplex == Duplex::half && link.reverse < id) {
      resource_of_[id] = resource_of_[link.reverse];
      continue;
    }
    resource_of_[id] = static_cast<ResourceId>(link_of_.size());
    link_of_.push_back(id);
    capacity_.push_back(link.bandwidth);
  }
  peak_.assign(link_of_.size(), 0);
  for (LinkId id = 0; id < links; ++id) shared_resource_.push_back(contended(id) ? resource_of_[id] : kNoResource);
  in_force_ = bandwidth_;
  if (!slow.empty()) slow_.assign(topology.link_count(), 1);
  for (const SlowLink& s : slow) {
    double& factor = slow_[s.link];
    factor = std::max(factor, s.factor);
    if (topology.link(s.link).duplex == Duplex::half) slow_[topology.link(s.link).reverse] = factor;
  }
  for (const SlowLink& s : slow) set_bandwidth(s.link, topology.link(s.link).bandwidth);
}

std::vector<Resource> Fabric::resources() const {
  std::vector<Resource> resources;
  for (const LinkId link : link_of_) resources.push_back({in_force_[link], contended(link)});
  return resources;
}

void Fabric::set_bandwidth(LinkId link, double bandwidth) {
  if (!slow_.empty()) bandwidth /= slow_[link];
  bandwidth_[link] = bandwidth;
  if (topology_.link(link).duplex == Duplex::half) bandwidth_[topology_.link(link).reverse] = bandwidth;
  note_change(link);
}

void Fabric::set_up(LinkId link, bool up) {
  up_[link] = up;
  if (topology_.link(link).duplex == Duplex::half) up_[topology_.link(link).reverse] = up;
  note_change(link);
}

void Fabric::set_node_up(NodeId node, bool up, std::span<const LinkId> links) {
  node_up_[node] = up;
  for (const LinkId link : links) note_change(link);
}

bool Fabric::is_up(LinkId link) const {
  const Link& l = topology_.link(link);
  return is_itself_up(link) && is_node_up(l.from) && is_node_up(l.to);
}

void Fabric::note_change(LinkId link) {
  const bool half = topology_.link(link).duplex == Duplex::half;
  const ResourceId resource = resource_of_[link];
  in_force_[link] = is_up(link) ? bandwidth_[link] : 0.0;
  capacity_[resource] = in_force_[link];
  const ResourceId shared = contended(link) && in_force_[link] > 0 ? resource : kNoResource;
  shared_resource_[link] = shared;
  if (half) in_force_[topology_.link(link).reverse] = in_force_[link];
  if (half) shared_resource_[topology_.link(link).reverse] = shared;
  ++changes_;
}

std::size_t Fabric::utilization_class(double utilization) {
  const auto known = std::find_if(passed_.begin(), passed_.end(),
                                  [utilization](const Passed& p) { return p.utilization == utilization; });
  const auto index = static_cast<std::size_t>(known - passed_.begin());
  if (known == passed_.end()) passed_.push_back({utilization, std::vector<Bytes>(link_of_.size(), 0), {}});
  return index;
}

void Fabric::count(const Route& route, Bytes payload, std::size_t utilization_class) {
  std::vector<Bytes>& bytes = passed_[utilization_class].bytes;
  for (std::size_t i = 0; i < route.links.size(); ++i) {
    const ResourceId resource = resource_of_[route.links[i]];
    if (route.share(i) == 1) {
      add(bytes[resource], resource, payload, 1);
    } else {
      add_part(utilization_class, resource, static_cast<double>(payload) * route.shares[i]);
    }
  }
}

void Fabric::add_part(std::size_t utilization_class, ResourceId resource, double payload) {
  Passed& passed = passed_[utilization_class];
  if (passed.rest.empty()) passed.rest.assign(link_of_.size(), 0.0);
  double& rest = passed.rest[resource];
  rest += payload;
  const double whole = std::floor(rest);
  rest -= whole;
  add(passed.bytes[resource], resource, static_cast<Bytes>(whole), 1);
}

void Fabric::refuse(ResourceId resource) const {
  throw SimulationError("more than 8 EiB pass link " + topology_.link_name(link_of_[resource]) +
                        ", which is more than can be counted");
}

Bytes Fabric::passed(LinkId link) const {
  Bytes sum = 0;
  double rest = 0;
  for (const Passed& p : passed_) {
    sum += p.bytes[resource_of_[link]];
    if (!p.rest.empty()) rest += p.rest[resource_of_[link]];
  }
  return sum + std::llround(rest);
}

double Fabric::wire_bytes(LinkId link) const {
  double sum = 0;
  for (const Passed& p : passed_) {
    const ResourceId resource = resource_of_[link];
    const double rest = p.rest.empty() ? 0 : p.rest[resource];
    sum += (static_cast<double>(p.bytes[resource]) + rest) / p.utilization;
  }
  return sum;
}

}  // namespace collsim
