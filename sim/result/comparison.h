#pragma once

#include <optional>
#include <string>
#include <vector>

#include "result/result.h"

namespace collsim {

/// One collective in two results.
struct CollectiveChange {
  const CollectiveResult *before, *after;
  const RunResult *run_before, *run_after;

  Duration difference() const { return after->time() - before->time(); }
};

/// A link that carries more or less, or has another capacity. Of one that is in one result only the other side is 0.
struct LinkChange {
  std::string id;
  LinkResult before, after;
};

/// Two results, pair by pair.
struct Comparison {
  std::vector<CollectiveChange> collectives;  ///< in order of the first result
  std::vector<const CollectiveResult*> only_before, only_after;
  std::vector<LinkChange> links;  ///< of the first pair of runs that differ; most changed share of use first
  std::string about;              ///< which runs those are: `at 64 KiB`; empty where there is one
};

/// Pairs collectives by id and size, then those left by id alone where each side has one, then the last one on each
/// side. Requires: both outlive the comparison.
Comparison compare(const Result& before, const Result& after);

/// Why a collective takes another time, in sentences, the weightiest first: which parts of the ledger grew or shrank,
/// what was chosen otherwise, and what became of the bottleneck. Empty where nothing differs.
std::vector<std::string> reasons(const CollectiveChange& change);

}  // namespace collsim
