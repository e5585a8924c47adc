#pragma once

#include <string>
#include <vector>

#include "result/report.h"
#include "result/result.h"

namespace collsim {

// Parts of a report that a result alone makes.

/// One row a collective and size; beyond `most` rows the rest is left out, and the note says so.
ReportTable collectives_table(const Result& result, std::size_t most = 1000);

/// The ledger of each, as the table has them.
ReportStack ledger_stack(const Result& result, std::size_t most = 64);

/// Time, algbw and busbw over the size, of the collectives that change with it; none for fewer than two sizes. The
/// plateau is marked where the last two sizes differ by less than 5 %, and with it the knee: the size that has half of
/// the largest bandwidth, between two sizes as if the time were a straight line.
std::vector<ReportCurves> size_curves(const Result& result);

/// The size at which algbw passes half of its largest, as size_curves() finds it; 0 where it is above from the start.
/// Points are (bytes, microseconds) by rising size.
double half_way_size(const std::vector<std::pair<double, double>>& times);

/// Only where there are any.
std::vector<ReportPart> other_tables(const Result& result);

/// The most used links of a run.
ReportTable links_table(const RunResult& run, std::size_t most = 50);

}  // namespace collsim
