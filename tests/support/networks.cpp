#include "support/networks.h"

#include <numeric>

namespace collsim::test {

std::string join(const std::vector<std::string>& parts) {
  std::string text;
  for (const std::string& part : parts) text += (text.empty() ? "" : ", ") + part;
  return text;
}

std::string topology(const std::string& nodes, const std::string& links) {
  return "topology: {nodes: [" + nodes + "], links: [" + links + "]}\n";
}

std::string chips(int count) { return "c[0-" + std::to_string(count - 1) + "]"; }

std::string star(int count, const std::string& bandwidth, const std::string& latency) {
  return topology("{id: '" + chips(count) + "', kind: chip}, {id: sw, kind: switch}",
                  "{from: '" + chips(count) + "', to: sw, bandwidth: " + bandwidth + ", latency: " + latency + "}");
}

std::string two_leaves(int per_side, const std::string& port, const std::string& trunk) {
  const std::string first = chips(per_side);
  const std::string second = "c[" + std::to_string(per_side) + "-" + std::to_string(2 * per_side - 1) + "]";
  return topology(
      "{id: '" + chips(2 * per_side) + "', kind: chip}, {id: left, kind: switch}, {id: right, kind: switch}",
      "{from: '" + first + "', to: left, bandwidth: " + port + "}, {from: '" + second +
          "', to: right, bandwidth: " + port + "}, {from: left, to: right, bandwidth: " + trunk + "}");
}

std::string torus(const std::vector<int>& extents, const std::string& bandwidth,
                  const std::function<int(std::size_t dimension, bool wraps)>& latency) {
  const int count = std::accumulate(extents.begin(), extents.end(), 1, std::multiplies<>());
  std::vector<std::string> links;
  int stride = 1;
  for (std::size_t d = 0; d < extents.size(); ++d) {
    for (int chip = 0; chip < count; ++chip) {
      const bool wraps = chip / stride % extents[d] == extents[d] - 1;
      const int next = wraps ? chip - stride * (extents[d] - 1) : chip + stride;
      links.push_back("{from: c" + std::to_string(chip) + ", to: c" + std::to_string(next) +
                      ", bandwidth: " + bandwidth + ", latency: " + std::to_string(latency(d, wraps)) + " ns}");
    }
    stride *= extents[d];
  }
  return topology("{id: '" + chips(count) + "', kind: chip, forwards: true}", join(links));
}

std::string send(const std::string& id, const std::string& from, const std::string& to, const std::string& size,
                 const std::string& more) {
  return "{id: " + id + ", op: send_recv, algorithm: direct, ranks: [" + from + ", " + to + "], size: " + size +
         (more.empty() ? "" : ", " + more) + "}";
}

std::string collectives(const std::vector<std::string>& entries) { return "collectives: [" + join(entries) + "]\n"; }

}  // namespace collsim::test
