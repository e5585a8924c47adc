#pragma once

#include <memory>
#include <span>
#include <string_view>

#include "topology/generate/generator.h"

namespace collsim {

/// A row of the table of generators.
struct GeneratorKind {
  std::string_view name;     ///< as `kind:` says it
  std::string_view about;    ///< what it makes, and its ids
  std::string_view example;  ///< of `generate:`, in YAML's flow style
  std::unique_ptr<Generator> (*make)();
};

/// All there is.
std::span<const GeneratorKind> generators();
/// Null where there is none of that name.
const GeneratorKind* find_generator(std::string_view name);

}  // namespace collsim
