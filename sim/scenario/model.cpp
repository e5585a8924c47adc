#include "scenario/scenario.h"

namespace collsim {
namespace {

template <class T>
void assign(T& target, const std::optional<T>& value) {
  if (value) target = *value;
}

}  // namespace

Model Model::of(Kernel family, Bytes message) const {
  const KernelModel& kernel = kernels[static_cast<std::size_t>(family)];
  Model model = *this;
  assign(model.launch, kernel.launch);
  assign(model.alpha_start, kernel.alpha_start);
  assign(model.utilization, kernel.utilization);
  for (std::size_t p = 0; p < protocols.size(); ++p) {
    if (kernel.protocols[p].alpha_start) model.protocols[p].alpha_start = kernel.protocols[p].alpha_start;
    if (kernel.protocols[p].staging) model.protocols[p].staging = kernel.protocols[p].staging;
    assign(model.protocols[p].utilization, kernel.protocols[p].utilization);
  }
  if (kernel.wide && message >= kernel.wide->from) {
    assign(model.alpha_start, kernel.wide->alpha_start);
    assign(model.utilization, kernel.wide->utilization);
  }
  return model;
}

}  // namespace collsim
