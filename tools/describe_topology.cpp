#include "describe_topology.h"

#include "cut_text.h"
#include "explicit_topology.h"
#include "generators.h"
#include "result/output_file.h"
#include "route_text.h"
#include "scenario/reader.h"
#include "topology/topology.h"
#include "topology_summary.h"

namespace collsim {

int describe_topology(const TopologyOptions& options) {
  if (options.generators) return list_generators(*options.generators);
  const TopologyFile file = read_topology(options.file);
  // Also before the explicit form: it is only worth printing if it can be built.
  const Topology topology = build_topology(file.topology);
  const Ties ties = options.ties.value_or(file.defaults.ties);
  OutputFile out("-");
  if (options.path)
    write_route(topology, ties, options.path->first, options.path->second, out.stream());
  else if (options.cut)
    write_cut(topology, options.cut->first, options.cut->second, out.stream());
  else if (options.expanded)
    write_explicit(file, out.stream());
  else
    write_summary(topology, ties, out.stream());
  out.finish();
  return 0;
}

}  // namespace collsim
