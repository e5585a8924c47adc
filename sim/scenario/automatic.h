#pragma once

#include <optional>

#include "scenario/fields.h"
#include "scenario/scenario.h"

namespace collsim {

/// `auto:` of a collective, the way in which `algorithm: auto` chooses: a preset's name, or {table: FILE} relative to
/// the scenario. Nothing for another algorithm. Complains of keys that state what is to be chosen, and of `auto` beside
/// a named algorithm.
std::optional<AutoSpec> read_automatic(const Fields& collective);

/// `protocol: auto` of a named algorithm: NCCL's choice among its protocols.
std::optional<AutoSpec> read_automatic_protocol(const Fields& collective, const std::string& algorithm);

}  // namespace collsim
