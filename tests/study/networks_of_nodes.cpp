#include "study/networks_of_nodes.h"

#include <vector>

#include "support/networks.h"

namespace collsim::test {
namespace {

std::string range(const std::string& name, int first, int count) {
  return "'" + name + "[" + std::to_string(first) + "-" + std::to_string(first + count - 1) + "]'";
}

}  // namespace

std::string nodes_with_nics(int nodes, int chips, const std::string& inside, const std::string& nic,
                            const std::string& latency) {
  const std::string works = ", kind: switch, reduces: true, multicasts: true}";
  const std::string all = range("c", 0, nodes * chips), nics = range("nic", 0, nodes * chips);
  std::vector<std::string> links;
  for (int node = 0; node < nodes; ++node)
    links.push_back("{from: " + range("c", node * chips, chips) + ", to: sw" + std::to_string(node) +
                    ", bandwidth: " + inside + ", latency: " + latency + ", tier: c2c}");
  links.push_back("{from: " + all + ", to: " + nics + ", bandwidth: 1 TB/s, tier: c2c}");
  links.push_back("{from: " + nics + ", to: fabric, bandwidth: " + nic + ", latency: " + latency + ", tier: b2b}");
  return topology("{id: " + all + ", kind: chip}, {id: " + nics + ", kind: nic}, {id: " + range("sw", 0, nodes) +
                      works + ", {id: fabric" + works,
                  join(links));
}

}  // namespace collsim::test
