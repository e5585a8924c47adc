#pragma once

#include <map>
#include <string>
#include <vector>

#include "support/reference_case.h"
#include "support/reference_rates.h"
#include "support/reference_simulator.h"

namespace collsim::test::reference {

/// Where a pair's bytes go: directed links, numbered 2·link (+ 1 against the link's direction).
struct Route {
  std::vector<std::size_t> directions;
  Real latency = 0;  ///< of links and of forwarding nodes, picoseconds
};

/// The tree and the capacities in force, in bytes per picosecond.
class Network {
 public:
  explicit Network(const Case& world);

  Route route(std::size_t from, std::size_t to) const;
  /// What a flow on `route` claims: a resource for each link that is shared, the full capacity of others as its limit.
  Claim claim(const Route& route, std::optional<std::int64_t> cap, Real weight) const;
  std::vector<Real> rates(const std::vector<Claim>& claims) const;
  void apply(const Event& event);

  void carry(const Route& route, const Carried& payload);
  std::map<std::string, Carried> carried_by_name() const;

 private:
  bool find(std::size_t at, std::size_t to, std::size_t came_by, Route& route) const;
  std::size_t resource(std::size_t direction) const;

  const Case* world_;
  std::vector<Real> bandwidth_;   ///< by direction
  std::vector<bool> up_;          ///< by direction
  std::vector<Carried> carried_;  ///< by resource
};

}  // namespace collsim::test::reference
