#include "result/sample.h"

namespace collsim::test {
namespace {

using std::chrono::microseconds;
using std::chrono::nanoseconds;

RunResult sample_run(Bytes size) {
  RunResult run;
  run.size = size;
  run.makespan = microseconds(9);
  run.collectives = {sample_collective()};
  run.collectives.front().size = size;
  run.links = {{"c0->c1", Tier::b2b, 1e9, 4000, 5000, 0.625, 2}};
  return run;
}

}  // namespace

CollectiveResult sample_collective() {
  CollectiveResult c;
  c.id = "grad";
  c.op = Op::all_reduce;
  c.algorithm = "ring";
  c.size = 4000;
  c.element = 4;
  c.dtype = "float";
  c.start = microseconds(1);
  c.end = microseconds(9);
  c.steps = 2;
  c.flows = 4;
  c.ledger = {microseconds(2), microseconds(1), microseconds(4), nanoseconds(500), nanoseconds(500)};
  c.bottleneck_link = "c0->c1";
  c.last_arriver = 1;
  c.per_rank = {{"c0", microseconds(1), microseconds(9), nanoseconds(500)},
                {"c1", nanoseconds(1500), microseconds(9), {}}};
  return c;
}

Result sample_result() {
  Result result;
  result.scenario = "two \"boards\"";
  result.seed = 7;
  result.runs = {sample_run(4000)};
  return result;
}

Result sample_sweep() {
  Result result = sample_result();
  result.swept = true;
  result.runs.push_back(sample_run(8000));
  return result;
}

}  // namespace collsim::test
