#include <benchmark/benchmark.h>

#include "oracle/estimate.h"

using namespace collsim;
using namespace collsim::oracle;

namespace {

/// Every form of the table, once a call, on two tiers of 32 ranks.
void every_form(benchmark::State& state, CostModel model) {
  const Machine machine({Line{8, 450e9, 2e-6, 1e-6, 1}, Line{4, 50e9, 2e-6, 3e-6, 2}});
  double sum = 0;
  std::int64_t calls = 0;
  for (auto _ : state)
    for (const FormRow& row : forms())
      for (const Op op : row.ops) {
        sum += estimate(model, {row.algorithm, op, 1 << 26, 4}, machine)->seconds;
        ++calls;
      }
  benchmark::DoNotOptimize(sum);
  state.SetItemsProcessed(calls);
}

BENCHMARK_CAPTURE(every_form, alpha_beta, CostModel::alpha_beta);
BENCHMARK_CAPTURE(every_form, logp, CostModel::logp);
BENCHMARK_CAPTURE(every_form, loggpc, CostModel::loggpc);

}  // namespace
