#include "collective/node_networks.h"

#include <bit>

#include "collective/shuffled.h"
#include "support/networks.h"
#include "support/simulate.h"

namespace collsim::test {
namespace {

std::string range(const std::string& name, int first, int count) {
  return "\"" + name + "[" + std::to_string(first) + "-" + std::to_string(first + count - 1) + "]\"";
}

}  // namespace

std::string reducing_star(int count) {
  return topology("{id: \"" + chips(count) + "\", kind: chip}, {id: sw, kind: switch, reduces: true, multicasts: true}",
                  "{from: \"" + chips(count) + "\", to: sw, bandwidth: 25 GB/s, latency: 5 us}");
}

std::string NodeNetwork::topology() const {
  const std::string switches = ", kind: switch, reduces: true, multicasts: true}";
  std::vector<std::string> links;
  for (int n = 0; n < nodes; ++n) {
    links.push_back("{from: " + range("c", n * chips, chips) + ", to: sw" + std::to_string(n) +
                    ", bandwidth: 200 GB/s, latency: 1.5 us, tier: c2c}");
  }
  links.push_back("{from: " + range("c", 0, ranks()) + ", to: " + range("nic", 0, ranks()) +
                  ", bandwidth: 25 GB/s, latency: 5 us, tier: c2c}");
  links.push_back("{from: " + range("nic", 0, ranks()) + ", to: fabric, bandwidth: 25 GB/s, tier: b2b}");
  return test::topology("{id: " + range("c", 0, ranks()) + ", kind: chip}, {id: " + range("nic", 0, ranks()) +
                            ", kind: nic}, {id: " + range("sw", 0, nodes) + switches + ", {id: fabric" + switches,
                        join(links));
}

Problem over_nodes(int chips, int nodes, Bytes size, int channels) {
  return {Op::all_reduce, chips * nodes, size, 1, channels, 1, 0, shuffled({chips, nodes}, 7)};
}

double all_reduce_us(const NodeCase& c) {
  const std::string groups = c.network.nodes == 1 ? ""
                                                  : ", groups: [" + std::to_string(c.network.chips) + ", " +
                                                        std::to_string(c.network.nodes) + "]";
  return time_us(c.network.topology() + "model: {sync: " + c.sync + "}\n" +
                 collectives({"{op: all_reduce, algorithm: " + c.algorithm + ", size: " + std::to_string(c.size) +
                              ", chunks: " + std::to_string(c.chunks) + ", channels: " + std::to_string(c.channels) +
                              groups + "}"}));
}

int levels_over(int members) { return static_cast<int>(std::bit_width(static_cast<unsigned>(members - 1))); }

int messages_through_ports(int members) {
  const int levels = levels_over(members);
  int messages = levels > 0 ? 1 : 0;
  for (int level = 0; level < levels - 1; ++level) {
    messages += level < levels - 2 || 4 * members > 3 * (1 << levels) ? 2 : 1;
  }
  return messages;
}

}  // namespace collsim::test
