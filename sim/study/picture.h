#pragma once

#include "result/report.h"
#include "result/result.h"
#include "topology/topology.h"

namespace collsim {

/// The network as a picture that can be read, each link with how much a run used it. Beyond `most_links` lines between
/// nodes, chips that lie together are drawn as one box, with all nodes that serve only these; then switches that serve
/// the same boxes as one, in ever fewer. The note says what was put together. Requires: the run's own topology.
ReportPicture picture_of(const Topology& topology, const RunResult& run, std::size_t most_links = 300);

}  // namespace collsim
