#include "oracle/estimate.h"

namespace collsim::oracle {
namespace {

const Line& line_of(const Machine& machine, const std::optional<std::size_t>& tier) {
  return tier ? machine.tier(*tier) : machine.whole();
}

}  // namespace

double seconds_of(const Form& form, CostModel model, const Machine& machine, const LogParameters& parameters) {
  double seconds = 0;
  for (const Stage& stage : form.stages)
    seconds += stage.messages * message_seconds(model, line_of(machine, stage.tier), stage.bytes, parameters);
  for (const Stream& stream : form.streams)
    seconds += stream_seconds(model, line_of(machine, stream.tier), stream.bytes, parameters);
  return seconds;
}

std::optional<Estimate> estimate(CostModel model, const Case& problem, const Machine& machine,
                                 const LogParameters& parameters) {
  const FormRow* row = find_form(problem.algorithm, problem.op);
  if (row == nullptr) return {};
  if (machine.ranks() == 1) return Estimate{};
  const Form form = row->make(problem, machine);
  return Estimate{seconds_of(form, model, machine, parameters), form.claim};
}

}  // namespace collsim::oracle
