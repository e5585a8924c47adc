#pragma once

#include <string>
#include <vector>

#include "result/observer.h"
#include "result/result.h"

namespace collsim::test {

/// A FlowRecord that outlives the run.
struct RecordedFlow {
  std::string operation;
  Cell cell;
  Rank from = 0, to = 0;
  Bytes bytes = 0;
  Instant start, first_byte, last_byte, delivered;
};

/// Everything that an observer is told.
class Recorder : public Observer {
 public:
  void operation_started(std::string_view id, Instant) override { started.emplace_back(id); }
  void flow_delivered(const FlowRecord& f) override {
    flows.push_back({std::string(f.operation), f.cell, f.from_rank, f.to_rank, f.bytes, f.start, f.first_byte,
                     f.last_byte, f.delivered});
  }
  void operation_ended(const CollectiveResult& c) override { ended.push_back(c.id); }
  void run_ended(const RunResult&) override { ++runs_ended; }

  std::vector<std::string> started, ended;
  std::vector<RecordedFlow> flows;
  int runs_ended = 0;
};

/// Runs a scenario given as YAML text and records it.
Result simulate(const std::string& yaml, Recorder& recorder);

/// Runs a file of scenarios/, given by its path, with --check on.
Result simulate_file(const std::string& path);

/// The JSON document of a result.
std::string json_of(const Result& result);

}  // namespace collsim::test
