#include "workload/fabric.h"

#include <algorithm>
#include <cmath>

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
