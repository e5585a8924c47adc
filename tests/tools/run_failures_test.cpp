#include <chrono>
#include <thread>

#include <fcntl.h>
#include <nlohmann/json.hpp>
#include <poll.h>
#include <signal.h>
#include <stdlib.h>
#include <sys/stat.h>
#include <unistd.h>

#include "support/catch.h"
#include "support/csv_reader.h"
#include "support/scratch_folder.h"
#include "tools/run_collsim.h"
#include "tools/scenarios.h"

namespace collsim::test {
namespace {

using Catch::Matchers::ContainsSubstring;

void check_unwritable(const std::string& path) {
  const ScratchFolder folder;
  const std::string scenario = folder.write("s.yaml", ring_yaml(4, "1 MB"));
  for (const std::string option : {"--json", "--csv", "--flows"}) {
    const Outcome outcome = collsim({"run", scenario, option, path});
    CHECK(outcome.status == 4);
    CHECK(outcome.out.empty());
    CHECK_THAT(outcome.err, ContainsSubstring(path));
  }
  CHECK(folder.count() == 1);
}

/// Waits until a file has something in it, at most half a minute.
void wait_for_content(const std::string& path) {
  for (int i = 0; i < 3000 && read_file(path).empty(); ++i) std::this_thread::sleep_for(std::chrono::milliseconds(10));
}

/// Reads from a descriptor until `text` has come or half a minute has passed without anything new.
std::string read_until(int fd, const std::string& text) {
  std::string seen;
  pollfd ready{fd, POLLIN, 0};
  char buffer[4096];
  while (seen.find(text) == std::string::npos && ::poll(&ready, 1, 30'000) == 1) {
    const ssize_t count = ::read(fd, buffer, sizeof buffer);
    if (count <= 0) break;
    seen.append(buffer, static_cast<std::size_t>(count));
  }
  return seen;
}

}  // namespace

TEST_CASE("run: an output in a missing folder, on a folder or on a full disk ends with status 4 and its path") {
  const ScratchFolder folder;
  check_unwritable(folder.file("missing/out"));
  check_unwritable(folder.file(""));
  check_unwritable("/dev/full");
}

TEST_CASE("run: one output that cannot be written keeps the others from being replaced") {
  const ScratchFolder folder;
  const std::string scenario = folder.write("s.yaml", ring_yaml(4, "1 MB"));
  const std::string old = folder.write("r.json", "old");
  CHECK(collsim({"run", scenario, "--json", old, "--csv", "/dev/full"}).status == 4);
  CHECK(read_file(old) == "old");
  CHECK(folder.count() == 2);
}

TEST_CASE("run: after a failure nothing is written and no temporary stays") {
  const ScratchFolder folder;
  const std::string scenario = folder.write("s.yaml", unreachable_yaml());
  const std::string wrong = folder.write("w.yaml", "collectives: 3\n");
  for (const auto& [file, status] : {std::pair(scenario, 3), std::pair(wrong, 2)})
    CHECK(collsim({"run", file, "--json", folder.file("r.json"), "--csv", folder.file("r.csv"), "--flows",
                   folder.file("f.csv")})
              .status == status);
  CHECK(folder.count() == 2);
}

TEST_CASE("run: a sweep whose larger size is blocked writes what had finished and ends with status 3") {
  const ScratchFolder folder;
  // Each way 1 MB takes 40 us at 25 GB/s and is through when the link fails; 1 GB, 40 ms, is not.
  const std::string scenario = folder.write(
      "s.yaml",
      "topology: {nodes: [{id: \"c[0-1]\", kind: chip}], links: [{from: c0, to: c1, bandwidth: 25 GB/s}]}\n"
      "collectives: [{op: send_recv, sizes: [1 MB, 1 GB]}]\n"
      "events: [{at: 1 ms, link: \"c0->c1\", state: down}]\n");
  const Outcome outcome = collsim({"run", scenario, "--json", folder.file("r.json"), "--csv", folder.file("r.csv")});
  CHECK(outcome.status == 3);
  CHECK_THAT(outcome.out, ContainsSubstring("     1000000  ") && ContainsSubstring("# failed: "));
  CHECK_THAT(outcome.err, ContainsSubstring("collsim: error: at size 1 GB: ") && ContainsSubstring("c0->c1"));
  const auto result = nlohmann::json::parse(read_file(folder.file("r.json")));
  REQUIRE(result["collectives"].size() == 1);
  CHECK(result["collectives"][0]["time_us"] == 40);
  CHECK("collsim: error: " + result["failure"].get<std::string>() + '\n' == outcome.err);
  CHECK(read_csv(read_file(folder.file("r.csv"))).size() == 1);
  CHECK(folder.count() == 3);
}

TEST_CASE("run: an interrupt writes what had ended, says so and ends with status 130") {
  const ScratchFolder folder;
  const std::string scenario = folder.write("s.yaml", long_yaml());
  RunningCollsim running(
      {"run", scenario, "--flows", "-", "--json", folder.file("r.json"), "--csv", folder.file("r.csv")},
      folder.file("out"), folder.file("err"));
  // The first flows are there, so the simulation runs.
  wait_for_content(folder.file("out"));
  running.send(SIGINT);
  CHECK(running.wait() == 130);
  const auto result = nlohmann::json::parse(read_file(folder.file("r.json")));
  CHECK(result["interrupted"] == true);
  CHECK(read_csv(read_file(folder.file("r.csv"))).size() == result["collectives"].size());
  CHECK_FALSE(read_csv(read_file(folder.file("out"))).empty());
  CHECK_THAT(read_file(folder.file("err")), ContainsSubstring("interrupted"));
  // Scenario, JSON, CSV and the two streams.
  CHECK(folder.count() == 5);
}

TEST_CASE("run: a reader that goes away ends it without a word and without a temporary") {
  const ScratchFolder folder;
  const std::string scenario = folder.write("s.yaml", long_yaml());
  const std::string pipe = folder.file("pipe");
  REQUIRE(::mkfifo(pipe.c_str(), 0600) == 0);
  // Without waiting for the writer, who waits for a reader.
  const int reader = ::open(pipe.c_str(), O_RDONLY | O_NONBLOCK | O_CLOEXEC);
  RunningCollsim running({"run", scenario, "--flows", "-", "--json", folder.file("r.json")}, pipe, folder.file("err"));
  CHECK_THAT(read_until(reader, "operation"), ContainsSubstring("operation"));
  ::close(reader);
  CHECK(running.wait() == 128 + SIGPIPE);
  CHECK(read_file(folder.file("err")).empty());
  // Scenario, pipe and the stream of errors.
  CHECK(folder.count() == 3);
}

TEST_CASE("run: on a terminal a long run shows how far it is") {
  const int terminal = ::posix_openpt(O_RDWR | O_NOCTTY | O_CLOEXEC);
  if (terminal < 0 || ::grantpt(terminal) != 0 || ::unlockpt(terminal) != 0) {
    WARN("left out: this system has no pseudo-terminals (a bare chroot without /dev/pts)");
    return;
  }
  const ScratchFolder folder;
  const std::string scenario = folder.write("s.yaml", long_yaml());
  RunningCollsim running({"run", scenario}, folder.file("out"), ::ptsname(terminal));
  CHECK_THAT(read_until(terminal, " left"), ContainsSubstring("16 MiB: ") && ContainsSubstring("% done, about "));
  running.send(SIGINT);
  CHECK(running.wait() == 130);
  CHECK_THAT(read_until(terminal, "interrupted"), ContainsSubstring("\r\x1b[K"));
  ::close(terminal);
}

}  // namespace collsim::test
