#include "workload/fabric.h"

#include <algorithm>

#include "base/error.h"

namespace collsim {

Fabric::Fabric(const Topology& topology) : topology_(topology), up_(topology.link_count(), 1) {
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
}

std::vector<Resource> Fabric::resources() const {
  std::vector<Resource> resources;
  for (const LinkId link : link_of_) resources.push_back({bandwidth_[link], contended(link)});
  return resources;
}

void Fabric::set_bandwidth(LinkId link, double bandwidth) {
  bandwidth_[link] = bandwidth;
  if (topology_.link(link).duplex == Duplex::half) bandwidth_[topology_.link(link).reverse] = bandwidth;
  note_change(link);
}

void Fabric::set_up(LinkId link, bool up) {
  up_[link] = up;
  if (topology_.link(link).duplex == Duplex::half) up_[topology_.link(link).reverse] = up;
  note_change(link);
}

void Fabric::note_change(LinkId link) {
  const ResourceId resource = resource_of_[link];
  capacity_[resource] = bandwidth(link);
  const ResourceId shared = contended(link) && bandwidth(link) > 0 ? resource : kNoResource;
  shared_resource_[link] = shared;
  if (topology_.link(link).duplex == Duplex::half) shared_resource_[topology_.link(link).reverse] = shared;
  ++changes_;
}

std::size_t Fabric::utilization_class(double utilization) {
  const auto known = std::find_if(passed_.begin(), passed_.end(),
                                  [utilization](const Passed& p) { return p.utilization == utilization; });
  const auto index = static_cast<std::size_t>(known - passed_.begin());
  if (known == passed_.end()) passed_.push_back({utilization, std::vector<Bytes>(link_of_.size(), 0)});
  return index;
}

void Fabric::count(std::span<const LinkId> route, Bytes payload, std::size_t utilization_class) {
  std::vector<Bytes>& bytes = passed_[utilization_class].bytes;
  for (const LinkId link : route) add(bytes[resource_of_[link]], resource_of_[link], payload, 1);
}

void Fabric::refuse(ResourceId resource) const {
  throw SimulationError("more than 8 EiB pass link " + topology_.link_name(link_of_[resource]) +
                        ", which is more than can be counted");
}

Bytes Fabric::passed(LinkId link) const {
  Bytes sum = 0;
  for (const Passed& p : passed_) sum += p.bytes[resource_of_[link]];
  return sum;
}

double Fabric::wire_bytes(LinkId link) const {
  double sum = 0;
  for (const Passed& p : passed_) sum += static_cast<double>(p.bytes[resource_of_[link]]) / p.utilization;
  return sum;
}

}  // namespace collsim
