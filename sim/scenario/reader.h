#pragma once

#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "scenario/scenario.h"

namespace collsim {

/// A topology's description with the `model:` that it proposes to scenarios.
struct TopologyFile {
  TopologyDescription topology;
  Model defaults;
};

/// What the command line adds to a scenario file.
struct Overrides {
  std::vector<std::string> set;  ///< `path=value`: a key of the scenario by dots and indices, and any YAML value
  /// -b -e -f of nccl-tests: sizes from `min_bytes` to `max_bytes`, each `factor` times the one before (both 0: the
  /// size 0 alone). They replace the size(s) of the scenario's one collective.
  struct Sweep {
    Bytes min_bytes, max_bytes;
    double factor;
  };
  std::optional<Sweep> sweep;
  std::string below;  ///< a key of the file under which the scenario stands; empty: the file is the scenario
  const TopologyFile* topology = nullptr;  ///< what the scenario's topology is known to hold: not read again
};

/// A row of the table of algorithms, of which several may have one name: what the reader needs of the table of
/// algorithms, handed in because the reader stands below it. Errors list the names and suggest the nearest.
struct KnownAlgorithm {
  std::string_view name;
  std::vector<Op> ops;
  bool supported = true;  ///< false: a name of the interface that is refused with "not supported yet"
};

/// Reads a scenario file and the topology it names (relative to the file, or inline).
/// Throws InputError with every mistake found, FileError where a file cannot be read.
Scenario read_scenario(const std::string& path, std::span<const KnownAlgorithm> algorithms,
                       const Overrides& overrides = {});

/// The same from text; `file` is the name that errors show, and the folder that a relative topology is looked up in.
Scenario parse_scenario(std::string_view yaml, const std::string& file, std::span<const KnownAlgorithm> algorithms,
                        const Overrides& overrides = {});

/// The path by which `--set` changes a key, taking the first collective for all: `seed`, `model.sync`,
/// `collectives.0.size`; empty for a word that is no key.
std::string set_path(std::string_view key);

/// Reads a topology file. Throws as read_scenario does.
TopologyFile read_topology(const std::string& path);
TopologyFile parse_topology(std::string_view yaml, const std::string& file);

}  // namespace collsim
