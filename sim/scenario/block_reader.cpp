#include "scenario/block_reader.h"

#include "scenario/named_file.h"
#include "scenario/topology_reader.h"

namespace collsim {
namespace {

// Deeper than any machine; a file that names itself as its own node gets there.
constexpr int most_depth = 12;

TopologyDescription read_description(Value value, std::string_view key, BlockPlace place, Diagnostics& diagnostics) {
  Model aside;
  if (!value.is(Value::Kind::scalar))
    return read_topology_mapping(value, std::string(key), place.file, aside, diagnostics, place.depth + 1);
  if (!to_text(value, key, diagnostics)) return {};
  const NamedFile named = read_named_file(value, "the node", place.file);
  return read_topology_text(named.text, named.path, aside, diagnostics, place.depth + 1);
}

}  // namespace

std::optional<NetworkBlock> read_block(Value value, std::string_view key, BlockPlace place, Diagnostics& diagnostics) {
  if (place.depth >= most_depth) {
    complain(diagnostics, value, key, "topologies stand for nodes of each other 12 deep: does one name itself?");
    return {};
  }
  TopologyDescription description = read_description(value, key, place, diagnostics);
  if (!diagnostics.empty()) return {};
  try {
    return make_block(std::move(description));
  } catch (const InputError& e) {
    for (const Diagnostic& diagnostic : e.diagnostics()) diagnostics.add(diagnostic);
    return {};
  }
}

}  // namespace collsim
