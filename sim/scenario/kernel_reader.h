#pragma once

#include "scenario/fields.h"

namespace collsim {

/// `kernels:` of a model. Keys that stand there change `kernels`, the others leave them as they are.
void read_kernels(const Fields& model, std::array<KernelModel, 4>& kernels);

/// `pieces: {size, cost}` of a model.
std::optional<PieceModel> read_pieces(const Fields& model);

}  // namespace collsim
