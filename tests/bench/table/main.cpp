// Prints the table of speeds: every workload as a process of its own, so that start-up and reading count, and memory is
// that of the run alone.

#include <algorithm>
#include <cstdio>
#include <filesystem>
#include <fstream>
#include <stdexcept>
#include <vector>

#include <fmt/format.h>
#include <nlohmann/json.hpp>
#include <sys/resource.h>
#include <sys/wait.h>
#include <unistd.h>

#include "bench/workloads.h"

namespace fs = std::filesystem;
using namespace collsim::bench;

namespace {

constexpr double kLongRun = 2;  // seconds of CPU; what takes longer is run once
constexpr int kRuns = 5;

struct Cost {
  double seconds = 0;  // CPU
  long kilobytes = 0;
};

/// Runs the program to its end. Requires: null at the end of the arguments.
Cost run(const std::vector<const char*>& arguments) {
  const pid_t child = fork();
  if (child < 0) throw std::runtime_error("cannot start a process");
  if (child == 0) {
    if (std::freopen("/dev/null", "w", stdout) == nullptr) _exit(1);
    execv(arguments.front(), const_cast<char* const*>(arguments.data()));
    _exit(1);
  }
  int status = 0;
  rusage usage{};
  if (wait4(child, &status, 0, &usage) != child || !WIFEXITED(status) || WEXITSTATUS(status) != 0) {
    throw std::runtime_error("a run failed");
  }
  const auto seconds = [](timeval t) { return static_cast<double>(t.tv_sec) + 1e-6 * static_cast<double>(t.tv_usec); };
  return {seconds(usage.ru_utime) + seconds(usage.ru_stime), usage.ru_maxrss};
}

/// The median of several runs, of one that is long.
Cost measure(const std::vector<const char*>& arguments) {
  std::vector<Cost> costs{run(arguments)};
  while (costs.size() < kRuns && costs.front().seconds < kLongRun) costs.push_back(run(arguments));
  std::sort(costs.begin(), costs.end(), [](const Cost& a, const Cost& b) { return a.seconds < b.seconds; });
  return costs[costs.size() / 2];
}

struct Work {
  double flows = 0, hops = 0;  // hops: links of a flow in the mean
};

bool leaves_chip(const std::string& link) {
  const std::size_t last_part = link.rfind('.', link.find("->"));
  return link[last_part == std::string::npos ? 0 : last_part + 1] == 'c';
}

/// What leaves a chip is counted once a flow, what passes a link once a hop.
Work work_of(const fs::path& result) {
  std::ifstream file(result);
  const nlohmann::json json = nlohmann::json::parse(file);
  Work work;
  for (const auto& c : json.at("collectives")) work.flows += c.at("flows").get<double>();
  double sent = 0, passed = 0;
  for (const auto& link : json.at("links")) {
    const auto bytes = link.at("bytes").get<double>();
    passed += bytes;
    if (leaves_chip(link.at("id").get<std::string>())) sent += bytes;
  }
  work.hops = passed / sent;
  return work;
}

void print_row(const Workload& workload, const fs::path& folder) {
  const std::string scenario = folder / "scenario.yaml", result = folder / "result.json";
  std::ofstream(scenario) << workload.scenario;
  run({COLLSIM_BINARY, "run", scenario.c_str(), "--quiet", "--json", result.c_str(), nullptr});
  const Work work = work_of(result);
  const Cost cost = measure({COLLSIM_BINARY, "run", scenario.c_str(), "--quiet", nullptr});
  const double ns = cost.seconds * 1e9 / work.flows;
  fmt::print("| {} | {:.0f} | {:.3f} s | {:.1f} million | {:.1f} | {:.1f} | {} MB |\n", workload.name, work.flows,
             cost.seconds, work.flows / cost.seconds / 1e6, ns, ns / work.hops, cost.kilobytes / 1024);
  std::fflush(stdout);
}

}  // namespace

/// Arguments: parts of names, of which one must occur; without any, all workloads.
int main(int argc, char** argv) {
  const std::vector<std::string> wanted(argv + 1, argv + argc);
  const fs::path folder = fs::temp_directory_path() / fmt::format("collsim-bench-{}", getpid());
  fs::create_directory(folder);
  fmt::print(
      "| workload | flows | CPU time | flows a second | ns a flow | ns a flow and hop | memory "
      "|\n|---|---|---|---|---|---|---|\n");
  std::fflush(stdout);
  for (const Workload& w : table_of_workloads()) {
    const auto occurs = [&](const std::string& part) { return w.name.find(part) != std::string::npos; };
    if (wanted.empty() || std::any_of(wanted.begin(), wanted.end(), occurs)) print_row(w, folder);
  }
  fs::remove_all(folder);
}
