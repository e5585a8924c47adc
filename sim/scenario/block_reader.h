#pragma once

#include <optional>
#include <string>
#include <string_view>

#include "scenario/fields.h"
#include "topology/generate/block.h"

namespace collsim {

/// The topology around a block: its file, and how many are around it in turn.
struct BlockPlace {
  const std::string& file;
  int depth;
};

/// Reads the topology, a mapping or a file's name, that stands for a node of another. Its `model:` is left aside.
/// Nothing where something is wrong. Throws FileError.
std::optional<NetworkBlock> read_block(Value value, std::string_view key, BlockPlace place, Diagnostics& diagnostics);

}  // namespace collsim
