#include "collective/fitting.h"

namespace collsim {
namespace {

bool switches_suffice(const Algorithm& algorithm, const GroupFacts& facts) {
  switch (algorithm.in_network) {
    case Algorithm::InNetwork::none:
      return true;
    case Algorithm::InNetwork::in_nodes:
      return facts.node_reduces && facts.ranks > 1 &&
             (facts.node_count == 1) == (algorithm.tiers == Algorithm::Tiers::none);
    case Algorithm::InNetwork::between_nodes:
      return facts.network_reduces && facts.ranks > 1;
  }
  return false;
}

bool tiers_suffice(const Algorithm& algorithm, const GroupFacts& facts) {
  if (algorithm.tiers == Algorithm::Tiers::stated) return false;
  // On a flat group it would be the ring that stands there already.
  return algorithm.tiers != Algorithm::Tiers::of_topology || !facts.tiers.flat();
}

}  // namespace

bool fits(const Algorithm& algorithm, const GroupFacts& facts) {
  return switches_suffice(algorithm, facts) && tiers_suffice(algorithm, facts);
}

std::vector<const Algorithm*> fitting_algorithms(Op op, const GroupFacts& facts) {
  std::vector<const Algorithm*> fitting;
  for (const Algorithm& algorithm : algorithms())
    if (algorithm.does(op) && fits(algorithm, facts)) fitting.push_back(&algorithm);
  return fitting;
}

}  // namespace collsim
