#include "workload/chosen_run.h"

#include <algorithm>
#include <cassert>

namespace collsim {

bool has_automatic(const Scenario& scenario) {
  return std::any_of(scenario.collectives.begin(), scenario.collectives.end(),
                     [](const CollectiveSpec& spec) { return spec.automatic.has_value(); });
}

Scenario as_chosen(const Scenario& scenario, std::size_t size_index) {
  Scenario named = scenario;
  for (CollectiveSpec& spec : named.collectives) {
    if (!spec.automatic) continue;
    const std::size_t index = spec.swept ? size_index : 0;
    assert(index < spec.chosen.size());
    Chosen chosen = std::move(spec.chosen[index]);
    spec.algorithm = chosen.algorithm;
    spec.protocol = chosen.protocol;
    if (chosen.channels) {
      spec.channels = *chosen.channels;
      spec.auto_channels = false;
    }
    spec.chosen = {std::move(chosen)};
  }
  return named;
}

Scenario at_size(const Scenario& scenario, std::size_t size_index) {
  Scenario one = has_automatic(scenario) ? as_chosen(scenario, size_index) : scenario;
  for (CollectiveSpec& spec : one.collectives) {
    if (!spec.swept) continue;
    spec.sizes = {spec.sizes[size_index]};
    spec.swept = false;
  }
  return one;
}

void tell_choices(const Scenario& as_chosen, RunResult& run) {
  for (CollectiveResult& result : run.collectives) {
    const auto spec = std::find_if(as_chosen.collectives.begin(), as_chosen.collectives.end(),
                                   [&](const CollectiveSpec& s) { return s.id == result.id; });
    if (spec->automatic) result.chosen = spec->chosen.front();
  }
}

}  // namespace collsim
