#pragma once

#include <limits>
#include <vector>

namespace collsim::test {

/// A system of flows over resources, one object a flow: what the yardstick reads.
struct PlainSystem {
  struct Use {
    unsigned resource;
    long double coefficient;
  };
  struct Flow {
    std::vector<Use> uses;
    long double weight = 1;
    long double cap = std::numeric_limits<long double>::infinity();
  };
  std::vector<long double> capacity;
  std::vector<Flow> flows;
};

/// Textbook progressive filling: raise the rates of all unsettled flows together, in proportion to their weights, until
/// a resource is full or a flow is at its cap; settle those; repeat. One flow or resource at a time, everything summed
/// afresh in every round.
std::vector<long double> plain_max_min(const PlainSystem& system);

}  // namespace collsim::test
