#include <sstream>

#include "support/random_case.h"

namespace collsim::test {
namespace {

using namespace reference;

const char* name(NodeKind kind) {
  switch (kind) {
    case NodeKind::chip:
      return "chip";
    case NodeKind::switch_:
      return "switch";
    case NodeKind::nic:
      return "nic";
    case NodeKind::host:
      break;
  }
  return "host";
}

const char* name(Duplex duplex) {
  return duplex == Duplex::full ? "full" : duplex == Duplex::half ? "half" : "uncontended";
}

const char* name(Sharing sharing) {
  return sharing == Sharing::max_min ? "max_min" : sharing == Sharing::equal_share ? "equal_share" : "none";
}

const char* name(Fairness fairness) {
  return fairness == Fairness::flow ? "flow" : fairness == Fairness::pair ? "pair" : "job";
}

const char* operation_name(Algorithm algorithm) {
  switch (algorithm) {
    case Algorithm::ring_all_reduce:
      return "all_reduce";
    case Algorithm::ring_all_gather:
      return "all_gather";
    case Algorithm::ring_reduce_scatter:
      return "reduce_scatter";
    case Algorithm::pairwise_all_to_all:
    case Algorithm::direct_all_to_all:
      return "all_to_all";
    case Algorithm::send_recv:
      break;
  }
  return "send_recv";
}

const char* algorithm_name(Algorithm algorithm) {
  switch (algorithm) {
    case Algorithm::ring_all_reduce:
    case Algorithm::ring_all_gather:
    case Algorithm::ring_reduce_scatter:
      return "ring";
    case Algorithm::pairwise_all_to_all:
      return "pairwise";
    case Algorithm::direct_all_to_all:
    case Algorithm::send_recv:
      break;
  }
  return "direct";
}

const char* dtype_name(std::int64_t element) {
  return element == 1 ? "int8" : element == 2 ? "half" : element == 4 ? "float" : "double";
}

std::string time(Picoseconds t) { return std::to_string(t) + " ps"; }

std::string bandwidth(std::int64_t b) {
  return b % 1000000000 == 0 ? std::to_string(b / 1000000000) + " GB/s" : std::to_string(b) + " B/s";
}

void write_topology(std::ostream& out, const Case& world) {
  out << "topology:\n  nodes:\n";
  for (const Node& n : world.nodes) {
    out << "    - {id: " << n.id << ", kind: " << name(n.kind) << ", latency: " << time(n.latency);
    if (n.forwards) out << ", forwards: true";
    out << "}\n";
  }
  out << "  links:\n";
  for (const Link& l : world.links)
    for (int lane = 0; lane < l.lanes; ++lane)
      out << "    - {from: " << world.nodes[l.from].id << ", to: " << world.nodes[l.to].id
          << ", bandwidth: " << bandwidth(l.bandwidth) << ", latency: " << time(l.latency)
          << ", duplex: " << name(l.duplex) << ", count: " << l.count << ", tier: c2c}\n";
}

void write_model(std::ostream& out, const Case& world) {
  const AlphaStart& a = world.alpha;
  out << "model:\n  alpha_start: ";
  if (a.whole)
    out << time(*a.whole);
  else
    out << "{ddr_read: " << time(a.ddr_read) << ", ddr_write: " << time(a.ddr_write) << ", noc: " << time(a.noc)
        << ", stack: " << time(a.stack) << "}";
  out << "\n  utilization: " << static_cast<double>(world.utilization) << "\n  sharing: " << name(world.sharing)
      << "\n  rates: " << (world.rates == Rates::per_step ? "per_step" : "progressive")
      << "\n  sync: " << (world.sync == Sync::barrier ? "barrier" : "dataflow")
      << (world.spray ? "\n  routing: spray" : "") << "\n  fairness: " << name(world.fairness) << "\n";
}

/// `[a, b, c]` of what `text` makes of each item.
template <class Items, class Text>
std::string list(const Items& items, const Text& text) {
  std::string all;
  for (const auto& item : items) all += (all.empty() ? "" : ", ") + text(item);
  return "[" + all + "]";
}

void write_collectives(std::ostream& out, const Case& world) {
  out << "collectives:\n";
  for (std::size_t i = 0; i < world.collectives.size(); ++i) {
    const Collective& c = world.collectives[i];
    out << "  - {id: op" << i << ", op: " << operation_name(c.algorithm)
        << ", algorithm: " << algorithm_name(c.algorithm) << ", size: " << c.size
        << ", dtype: " << dtype_name(c.element) << ", channels: " << c.channels << ", chunks: " << c.chunks
        << ", start: " << time(c.start)
        << ", ranks: " << list(c.ranks, [&](std::size_t n) { return world.nodes[n].id; });
    if (!c.after.empty()) out << ", after: " << list(c.after, [](std::size_t a) { return "op" + std::to_string(a); });
    if (c.priority != 0) out << ", priority: " << c.priority;
    if (c.weight != 1) out << ", weight: " << static_cast<double>(c.weight);
    if (c.rate_cap) out << ", rate_cap: " << bandwidth(*c.rate_cap);
    out << "}\n";
  }
}

void write_background(std::ostream& out, const Case& world) {
  if (!world.background.empty()) out << "background:\n";
  for (const Background& b : world.background) {
    out << "  - {from: " << world.nodes[b.from].id << ", to: " << world.nodes[b.to].id << ", start: " << time(b.start);
    if (b.priority != 0) out << ", priority: " << b.priority;
    if (b.rate) out << ", rate: " << bandwidth(*b.rate);
    if (b.size) out << ", size: " << *b.size;
    if (b.stop) out << ", stop: " << time(*b.stop);
    out << "}\n";
  }
}

void write_disturbances(std::ostream& out, const Case& world) {
  if (!world.events.empty()) out << "events:\n";
  for (const Event& e : world.events) {
    out << "  - {at: " << time(e.at) << ", link: \"" << directed_name(world, e.link, e.reversed) << "\", ";
    if (e.change == Event::Change::bandwidth)
      out << "bandwidth: " << bandwidth(e.bandwidth) << "}\n";
    else
      out << "state: " << (e.change == Event::Change::up ? "up" : "down") << "}\n";
  }
  if (!world.stragglers.empty()) out << "stragglers:\n";
  for (const Straggler& s : world.stragglers)
    out << "  - {rank: " << world.nodes[s.chip].id << ", delay: " << time(s.delay) << "}\n";
}

}  // namespace

std::string to_yaml(const Case& world) {
  std::ostringstream out;
  write_topology(out, world);
  write_model(out, world);
  write_collectives(out, world);
  write_background(out, world);
  write_disturbances(out, world);
  return out.str();
}

}  // namespace collsim::test
