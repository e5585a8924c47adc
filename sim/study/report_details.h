#pragma once

#include <vector>

#include "result/explanation.h"
#include "result/report.h"
#include "study/recorder.h"
#include "topology/topology.h"

namespace collsim {

// Parts of a report that one run makes, explained and recorded.

/// What the messages of each step take compared to what they would alone, of up to `most_operations` operations, those
/// that decide the makespan first.
std::vector<ReportPart> step_bars(const Explanation& e, std::size_t most_operations = 4);

ReportTable link_classes_table(const Explanation& e);
ReportTable bounds_table(const Explanation& e);
ReportHeatMap matrix_map(const Explanation& e);

/// The links that a heat map shows: of each kind the most used, `most` in all.
std::vector<LinkId> links_to_watch(const Topology& topology, const RunResult& run, std::size_t most = 40);

/// By link, the place among `watched`, or -1; both directions of a half-duplex link count to one.
std::vector<int> rows_by_link(const Topology& topology, const std::vector<LinkId>& watched);

ReportHeatMap link_map(const Explanation& e, const Recorder& recorder, const std::vector<LinkId>& watched);

/// When operations and their steps were under way, with late ranks, background and changes of links.
ReportGantt timeline(const Explanation& e, const Recorder& recorder);

}  // namespace collsim
