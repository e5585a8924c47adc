#include "support/random_topology.h"

#include <algorithm>
#include <utility>
#include <vector>

namespace collsim::test {
namespace {

class RandomCluster {
 public:
  explicit RandomCluster(Random& random) : random_(random), uneven_(random.below(2) == 0) {
    const int leaves = random.between(1, 3);
    const int spines = random.between(0, 2);
    const int groups = random.between(1, 3);
    for (int l = 0; l < leaves; ++l) add_node("leaf" + std::to_string(l), "switch");
    for (int s = 0; s < spines; ++s) {
      add_node("spine" + std::to_string(s), "switch");
      for (int l = 0; l < leaves; ++l) add_link("leaf" + std::to_string(l), "spine" + std::to_string(s));
    }
    for (int g = 0; g < groups; ++g) add_group("g" + std::to_string(g), leaves);
    if (seldom()) add_link(any(chips_), any(chips_));
    if (seldom()) add_link(any(chips_), any(names_));
    if (seldom()) add_link(any(names_), any(names_));
  }

  std::string yaml() { return "nodes:\n" + shuffled(nodes_) + "links:\n" + shuffled(links_); }

 private:
  bool seldom() { return random_.below(4) == 0; }
  const std::string& any(const std::vector<std::string>& names) { return names[random_.below(names.size())]; }

  void add_group(const std::string& name, int leaves) {
    const int switches = random_.between(0, 2);
    for (int s = 0; s < switches; ++s) add_node(name + "sw" + std::to_string(s), seldom() ? "host" : "switch");
    const int chips = random_.between(1, 3);
    const int nics = random_.between(0, 2);
    const bool shared = seldom(), rails = seldom();
    const int ports = random_.between(1, 2);
    for (int c = 0; c < chips; ++c) {
      const std::string chip = name + "c" + std::to_string(c);
      add_node(chip, uneven_ && seldom() && seldom() ? "chip, forwards: true" : "chip");
      chips_.push_back(chip);
      for (int s = 0; s < switches; ++s) add_link(chip, name + "sw" + std::to_string(s));
      for (int n = 0; n < nics; ++n)
        add_nic(chip, (shared ? name : chip) + "n" + std::to_string(n), rails ? c : n, ports, leaves);
      if (nics == 0) add_link(chip, "leaf" + std::to_string((rails ? c : 0) % leaves));
    }
  }
  void add_nic(const std::string& chip, const std::string& nic, int leaf, int ports, int leaves) {
    if (std::find(names_.begin(), names_.end(), nic) == names_.end()) {
      add_node(nic, "nic");
      for (int p = 0; p < ports; ++p) add_link(nic, "leaf" + std::to_string((leaf + p) % leaves));
    }
    add_link(chip, nic);
  }
  void add_node(const std::string& name, const std::string& kind) {
    names_.push_back(name);
    nodes_.push_back("  - {id: " + name + ", kind: " + kind + ", latency: " + some(0) + " ns}\n");
  }
  void add_link(const std::string& from, const std::string& to) {
    if (from == to) return;
    const char* duplex[] = {"full", "half", "uncontended"};
    const int parallel = seldom() && seldom() ? 2 : 1;
    for (int p = 0; p < parallel; ++p) {
      links_.push_back("  - {from: " + from + ", to: " + to + ", bandwidth: " + some(1) + " GB/s, latency: " + some(1) +
                       " ns, duplex: " + duplex[seldom() ? random_.below(3) : 0] + "}\n");
    }
  }
  std::string some(int usual) { return std::to_string(uneven_ && seldom() ? usual + 1 : usual); }
  std::string shuffled(std::vector<std::string> lines) {
    std::string text;
    for (std::size_t left = lines.size(); left > 0; --left) {
      std::swap(lines[random_.below(left)], lines[left - 1]);
      text += lines[left - 1];
    }
    return text;
  }

  Random& random_;
  bool uneven_;
  std::vector<std::string> names_, chips_, nodes_, links_;
};

}  // namespace

std::string random_graph(Random& random) {
  const char* kinds[] = {"chip", "switch", "nic", "host", "chip, forwards: true", "switch, forwards: false"};
  const int nodes = random.between(3, 8);
  std::string yaml = "nodes:\n";
  for (int n = 0; n < nodes; ++n) {
    yaml += "  - {id: n" + std::to_string(n) + ", latency: " + std::to_string(random.between(0, 1)) +
            " ns, kind: " + kinds[random.below(6)] + "}\n";
  }
  yaml += "links:\n";
  const int links = random.between(2, 14);
  for (int l = 0; l < links; ++l) {
    const int a = random.between(0, nodes - 1);
    const int b = (a + random.between(1, nodes - 1)) % nodes;
    yaml += "  - {from: n" + std::to_string(a) + ", to: n" + std::to_string(b) +
            ", bandwidth: " + std::to_string(random.between(1, 2)) +
            " GB/s, latency: " + std::to_string(random.between(0, 2)) + " ns}\n";
  }
  return yaml;
}

std::string random_cluster(Random& random) { return RandomCluster(random).yaml(); }

}  // namespace collsim::test
