#include "scenario/assign.h"
#include "scenario/scenario.h"

namespace collsim {

Model Model::of(Kernel family, Bytes message) const {
  const KernelModel& kernel = kernels[static_cast<std::size_t>(family)];
  Model model = *this;
  assign(model.launch, kernel.launch);
  assign(model.alpha_start, kernel.alpha_start);
  assign(model.utilization, kernel.utilization);
  for (std::size_t p = 0; p < protocols.size(); ++p) {
    assign(model.protocols[p].alpha_start, kernel.protocols[p].alpha_start);
    assign(model.protocols[p].staging, kernel.protocols[p].staging);
    assign(model.protocols[p].utilization, kernel.protocols[p].utilization);
  }
  if (kernel.wide && message >= kernel.wide->from) {
    assign(model.alpha_start, kernel.wide->alpha_start);
    assign(model.utilization, kernel.wide->utilization);
  }
  return model;
}

}  // namespace collsim
