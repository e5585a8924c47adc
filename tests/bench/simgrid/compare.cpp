// The same workloads in SimGrid and here, side by side in one run: barrier steps, no latency, so that both do nothing
// but share links. SimGrid is used as it is fastest: without actors, messages started from the main loop, TCP's
// corrections and the weighing by latency switched off. Its times must agree with ours.

#include <cmath>
#include <cstdio>
#include <functional>
#include <stdexcept>
#include <string>
#include <vector>

#include <fmt/format.h>
#include <simgrid/s4u.hpp>
#include <sys/resource.h>
#include <sys/wait.h>
#include <unistd.h>

#include "bench/workloads.h"
#include "scenario/reader.h"
#include "workload/known_algorithms.h"
#include "workload/replay.h"

namespace sg = simgrid::s4u;
using namespace collsim::bench;

namespace {

constexpr double kPort = 50e9, kUplink = 1600e9;  // as in workloads.cpp
constexpr int kLeaf = 32;

struct Message {
  int from, to;
  std::uint64_t bytes;
};
using Step = std::function<std::vector<Message>(int step)>;

struct Case {
  Workload ours;
  Network network;
  int ranks;
  int steps;
  Step step;
};

struct Answer {
  double simulated = 0;  // seconds
  double cpu = 0;
};

sg::LinkInRoute up(const sg::SplitDuplexLink* link) { return {link, sg::LinkInRoute::Direction::UP}; }

void add_port(sg::NetZone* zone, simgrid::kernel::routing::NetPoint* end, simgrid::kernel::routing::NetPoint* gateway,
              const std::string& name, double bandwidth) {
  sg::SplitDuplexLink* link = zone->create_split_duplex_link(name, bandwidth);
  link->set_latency(0)->seal();
  zone->add_route(end, nullptr, gateway, nullptr, {up(link)}, true);
}

void add_hosts(sg::NetZone* zone, int first, int count, std::vector<sg::Host*>& hosts) {
  for (int i = first; i < first + count; ++i) {
    sg::Host* host = zone->create_host("c" + std::to_string(i), 1e9)->seal();
    add_port(zone, host->get_netpoint(), nullptr, "port" + std::to_string(i), kPort);
    hosts.push_back(host);
  }
}

std::vector<sg::Host*> build(Network network, int ranks) {
  std::vector<sg::Host*> hosts;
  sg::NetZone* root = sg::create_star_zone("root");
  if (network == Network::star) {
    add_hosts(root, 0, ranks, hosts);
  } else {
    for (int leaf = 0; leaf < ranks / kLeaf; ++leaf) {
      sg::NetZone* zone = sg::create_star_zone("leaf" + std::to_string(leaf));
      zone->set_parent(root);
      auto* gateway = zone->create_router("gateway" + std::to_string(leaf));
      add_hosts(zone, leaf * kLeaf, kLeaf, hosts);
      zone->seal();
      add_port(root, zone->get_netpoint(), gateway, "uplink" + std::to_string(leaf), kUplink);
    }
  }
  root->seal();
  return hosts;
}

/// Steps one after the other, each started when the last message of the one before has ended.
double simulate(const Case& c) {
  std::string name = "compare", quiet = "--log=root.thres:warning";
  std::vector<char*> arguments{name.data(), quiet.data(), nullptr};
  int count = 2;
  sg::Engine engine(&count, arguments.data());
  sg::Engine::set_config("network/model:CM02");
  sg::Engine::set_config("network/TCP-gamma:0");
  sg::Engine::set_config("network/crosstraffic:0");
  sg::Engine::set_config("network/weight-S:0");
  sg::Engine::set_config("network/bandwidth-factor:1");
  sg::Engine::set_config("network/latency-factor:1");
  const std::vector<sg::Host*> hosts = build(c.network, c.ranks);
  int step = 0;
  std::size_t open = 0;
  std::vector<sg::CommPtr> messages, ended;  // SimGrid wants them kept until they are done
  const auto start = [&] {
    ended.swap(messages);
    messages.clear();
    for (const Message& m : c.step(step)) {
      sg::Host* from = hosts[static_cast<std::size_t>(m.from)];
      messages.push_back(sg::Comm::sendto_init(from, hosts[static_cast<std::size_t>(m.to)]));
      messages.back()->set_payload_size(m.bytes)->start();
      ++open;
    }
  };
  sg::Comm::on_completion_cb([&](const sg::Activity&) {
    if (--open == 0 && ++step < c.steps) start();
  });
  start();
  engine.run();
  if (step != c.steps) throw std::runtime_error("SimGrid did not finish");
  return sg::Engine::get_clock();
}

double simulate_ours(const Case& c) {
  const collsim::Scenario scenario =
      collsim::parse_scenario(c.ours.scenario, "compare.yaml", collsim::known_algorithms());
  return collsim::to_seconds(collsim::replay(scenario).runs.front().makespan);
}

/// In a process of its own, as both keep what they have.
Answer timed(const std::function<double()>& simulated) {
  int ends[2];
  if (pipe(ends) != 0) throw std::runtime_error("no pipe");
  const pid_t child = fork();
  if (child == 0) {
    const double seconds = simulated();
    _exit(write(ends[1], &seconds, sizeof seconds) == sizeof seconds ? 0 : 1);
  }
  close(ends[1]);
  Answer answer;
  int status = 0;
  rusage usage{};
  const bool answered = read(ends[0], &answer.simulated, sizeof(double)) == sizeof(double);
  close(ends[0]);
  if (wait4(child, &status, 0, &usage) != child || !answered) throw std::runtime_error("a simulator failed");
  const auto seconds = [](timeval t) { return static_cast<double>(t.tv_sec) + 1e-6 * static_cast<double>(t.tv_usec); };
  answer.cpu = seconds(usage.ru_utime) + seconds(usage.ru_stime);
  return answer;
}

std::uint64_t block(int ranks) { return static_cast<std::uint64_t>(kWhole / ranks); }

Workload without_alpha(Workload w) {
  const std::string alpha = "alpha_start: 1 us";
  w.scenario.replace(w.scenario.find(alpha), alpha.size(), "alpha_start: 0 ns");
  return w;
}

Case ring(Network network, int n) {
  const auto step = [n](int) {
    std::vector<Message> out;
    for (int i = 0; i < n; ++i) out.push_back({i, (i + 1) % n, block(n)});
    return out;
  };
  return {without_alpha(workload(network, n, "all_reduce", "ring")), network, n, 2 * (n - 1), step};
}

Case pairwise(Network network, int n) {
  const auto step = [n](int s) {
    std::vector<Message> out;
    for (int i = 0; i < n; ++i) out.push_back({i, (i + s + 1) % n, block(n)});
    return out;
  };
  return {without_alpha(workload(network, n, "all_to_all", "pairwise")), network, n, n - 1, step};
}

Case at_once(int n) {
  const auto step = [n](int) {
    std::vector<Message> out;
    for (int i = 0; i < n; ++i) {
      for (int d = 1; d < n; ++d) out.push_back({i, (i + d) % n, block(n)});
    }
    return out;
  };
  return {without_alpha(workload(Network::star, n, "all_to_all", "direct")), Network::star, n, 1, step};
}

Case uneven_at_once(int n) {
  const auto step = [n](int) {
    std::vector<Message> out;
    for (int i = 0; i < n; ++i) {
      for (int d = 1; d < n; ++d) {
        const int to = (i + d) % n;
        out.push_back({i, to, static_cast<std::uint64_t>(block_between(i, to, n, 64))});
      }
    }
    return out;
  };
  return {without_alpha(uneven(Network::star, n, 64)), Network::star, n, 1, step};
}

/// Whether both simulated the same time.
bool print_row(const Case& c) {
  const Answer theirs = timed([&] { return simulate(c); });
  const Answer ours = timed([&] { return simulate_ours(c); });
  const double apart = std::abs(ours.simulated / theirs.simulated - 1);
  fmt::print("| {} | {:.6f} ms | {:.0e} | {:.3f} s | {:.4f} s | {:.0f} |\n", c.ours.name, ours.simulated * 1e3, apart,
             theirs.cpu, ours.cpu, theirs.cpu / ours.cpu);
  std::fflush(stdout);
  return apart < 1e-6;
}

}  // namespace

int main() {
  fmt::print("| workload | simulated | apart | SimGrid CPU | collsim CPU | ratio |\n|---|---|---|---|---|---|\n");
  std::fflush(stdout);
  bool agree = true;
  for (const Network network : {Network::star, Network::leaf_spine}) {
    for (const Case& c : {ring(network, 256), ring(network, 1024), pairwise(network, 256), pairwise(network, 1024)}) {
      agree = print_row(c) && agree;
    }
  }
  for (const int ranks : {64, 128}) {
    for (const Case& c : {at_once(ranks), uneven_at_once(ranks)}) agree = print_row(c) && agree;
  }
  if (!agree) fmt::print("The two disagree by more than a millionth.\n");
  return agree ? 0 : 1;
}
