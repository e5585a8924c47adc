#include "tools/scenarios.h"

namespace collsim::test {
namespace {

std::string star(int chips) {
  const std::string range = "\"c[0-" + std::to_string(chips - 1) + "]\"";
  return "topology:\n"
         "  name: star\n"
         "  nodes: [{id: " +
         range +
         ", kind: chip}, {id: sw, kind: switch}]\n"
         "  links: [{from: " +
         range +
         ", to: sw, bandwidth: 25 GB/s, latency: 0 ns}]\n"
         "model: {alpha_start: 10 us}\n";
}

}  // namespace

std::string ring_yaml(int chips, const std::string& size) {
  return star(chips) + "collectives: [{id: grad, op: all_reduce, algorithm: ring, size: " + size + "}]\n";
}

std::string unreachable_yaml() {
  return "topology: {nodes: [{id: \"c[0-1]\", kind: chip}], links: []}\n"
         "model: {alpha_start: 1 us}\n"
         "collectives: [{op: send_recv, size: 8}]\n";
}

std::string long_yaml() {
  return star(512) +
         "collectives: [{op: all_to_all, algorithm: pairwise, chunks: 64, sizes: {from: 16 MiB, to: 1 GiB, factor: "
         "1.01}}]\n";
}

}  // namespace collsim::test
