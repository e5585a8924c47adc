#pragma once

#include <ostream>
#include <vector>

#include "result/result.h"

namespace collsim {

/// Comment lines under the table of a single run: where each collective's time went, who came late, the busiest link.
void write_summary(const RunResult& run, std::ostream& out);

/// A comment line that says how messages found their ways; none where by the shortest route of each pair.
void write_routing(const Result& result, std::ostream& out);

/// Comment lines that say how each collective's times spread over the seeds; none where there was one.
void write_repeats(const Result& result, std::ostream& out);

/// A comment line that says when the last of several collectives and of all other finite work had ended.
void write_makespan(const RunResult& run, std::ostream& out);

/// A comment line that says what runs: `all_reduce by ring on 16 ranks`, or how many collectives there are.
void write_operations(const std::vector<CollectiveResult>& collectives, std::ostream& out);

}  // namespace collsim
