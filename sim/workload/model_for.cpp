#include "workload/model_for.h"

namespace collsim {

Model model_for(const Model& model, const CollectiveSpec& spec, Bytes size, int ranks) {
  const bool parted = spec.op == Op::all_to_all || spec.op == Op::scatter || spec.op == Op::gather;
  return model.of(kernel_of(spec.algorithm), parted ? size / ranks : size);
}

LeadIn lead_in(const Model& model, const CollectiveSpec& spec, Protocol protocol, Bytes size, int ranks, int chunks) {
  const bool switched = spec.algorithm == "nvls" || spec.algorithm == "nvls_tree";
  const Model holds = switched ? model.of(Kernel::in_network, size) : model_for(model, spec, size, ranks);
  LeadIn lead{holds.launch, {}};
  if (const auto bandwidth = holds.protocols[static_cast<std::size_t>(protocol)].staging)
    lead.staging = round_up_to_tick(static_cast<double>(size) / (switched ? chunks : ranks) / *bandwidth);
  return lead;
}

}  // namespace collsim
