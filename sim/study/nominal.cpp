#include "study/nominal.h"

#include <algorithm>
#include <array>
#include <regex>

#include "base/units.h"

namespace collsim {
namespace {

struct Chip {
  std::string_view name;
  double inside;  ///< GB/s
  double port;    ///< GB/s, of the usual adapter for it
  std::string_view wires;
};

/// Vendors' data sheets, one direction. The first name found counts.
constexpr std::array chips{Chip{"GB300", 900, 100, "NVLink 5, 100 GB/s of NIC a chip"},
                           Chip{"GB200", 900, 50, "NVLink 5, 400 Gb/s of NIC a chip"},
                           Chip{"B200", 900, 50, "NVLink 5, 400 Gb/s of NIC a chip"},
                           Chip{"GH200", 450, 25, "NVLink 4, 200 Gb/s of NIC a chip"},
                           Chip{"H200", 450, 50, "NVLink 4, 400 Gb/s of NIC a chip"},
                           Chip{"H100", 450, 50, "NVLink 4, 400 Gb/s of NIC a chip"},
                           Chip{"H20", 450, 50, "NVLink 4, 400 Gb/s of NIC a chip"},
                           Chip{"A100", 300, 25, "NVLink 3, 200 Gb/s of NIC a chip"},
                           Chip{"V100", 150, 12.5, "NVLink 2, 100 Gb/s of NIC a chip"},
                           Chip{"MI300X", 448, 50, "7 xGMI links of 64 GB/s, 400 Gb/s of NIC a chip"},
                           Chip{"MI355X", 538, 50, "7 xGMI links of 76.8 GB/s, 400 Gb/s of NIC a chip"},
                           Chip{"L40S", 32, 25, "PCIe Gen4 x16"},
                           Chip{"RTX 2080", 16, 12.5, "PCIe Gen3 x16"},
                           Chip{"RTX", 64, 50, "PCIe Gen5 x16"}};

constexpr double giga = 1e9, bits = 8;

std::string hardware_words(const MeasuredSeries& series) {
  const auto at = series.stated.find("hardware");
  return at == series.stated.end() ? "" : at->second;
}

int node_size(const MeasuredSeries& series) {
  return series.ranks && series.nodes ? std::max(1, *series.ranks / *series.nodes) : 1;
}

/// `(50 GB/s per GPU)`, `about 13.6 GB/s per GPU`
std::optional<double> rate_a_chip(const std::string& words) {
  static const std::regex rate(R"(([0-9.]+) GB/s per GPU)");
  std::smatch match;
  if (!std::regex_search(words, match, rate)) return {};
  // What follows `18x25 GB/s` is the rate of a link among several: those of the chips, not of the network.
  const std::string before = match.prefix();
  if (!before.empty() && (before.back() == 'x' || std::isdigit(static_cast<unsigned char>(before.back())) != 0))
    return {};
  return std::stod(match[1]) * giga;
}

/// `2x Slingshot-11 NIC 200 Gb/s per node`, over the chips of a node.
std::optional<double> rate_of_adapters(const std::string& words, int chips_a_node) {
  static const std::regex adapters(R"((\d+)x [^,;()]*?(\d+) Gb/s[^,;()]* per node)");
  std::smatch match;
  if (!std::regex_search(words, match, adapters)) return {};
  return std::stod(match[1]) * std::stod(match[2]) * giga / bits / chips_a_node;
}

}  // namespace

std::optional<Nominal> nominal_of(const MeasuredSeries& series) {
  const std::string words = hardware_words(series);
  const auto chip =
      std::find_if(chips.begin(), chips.end(), [&](const Chip& c) { return words.find(c.name) != std::string::npos; });
  if (chip == chips.end()) return {};
  Nominal nominal{chip->inside * giga, chip->port * giga, chip->wires.starts_with("PCIe"), std::string(chip->wires)};
  if (const auto stated = rate_a_chip(words)) {
    nominal.port = stated;
    nominal.source += "; port as stated";
  } else if (const auto adapters = rate_of_adapters(words, node_size(series))) {
    nominal.port = adapters;
    nominal.source += "; adapters as stated";
  }
  return nominal;
}

Nominal nominal_of(const oracle::Machine& machine) {
  Nominal nominal{machine.tier(0).bandwidth, {}, false, "the topology"};
  if (machine.tiers() > 1) nominal.port = machine.outermost().bandwidth;
  return nominal;
}

double best_busbw(const Nominal& nominal, Op op, int ranks, int nodes) {
  if (nodes <= 1 || !nominal.port) return nominal.inside;
  const double node = static_cast<double>(ranks) / nodes;
  if (op == Op::send_recv) return std::min(nominal.inside, *nominal.port);
  if (op == Op::all_to_all) return std::min(nominal.inside, *nominal.port * (ranks - 1) / (ranks - node));
  return std::min(nominal.inside, node * *nominal.port);
}

}  // namespace collsim
