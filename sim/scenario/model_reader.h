#pragma once

#include "scenario/fields.h"
#include "scenario/scenario.h"

namespace collsim {

/// The keys of `model:`.
std::span<const KnownWord> model_keys();

/// Reads a `model:` mapping. Keys that stand in it change `model`, the others leave it as it is, so that a scenario's
/// model goes over the defaults of its topology key by key.
void read_model(Value mapping, Model& model, Diagnostics& diagnostics);

}  // namespace collsim
