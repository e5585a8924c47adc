#pragma once

#include <string>
#include <vector>

#include "scenario/collective_reader.h"
#include "scenario/fields.h"
#include "scenario/scenario.h"

namespace collsim {

/// What the placement of jobs needs to know beside their own keys.
struct JobContext {
  const std::string& file;  ///< the scenario's, whose folder a placement file's name is relative to
  const TopologyDescription& topology;
  std::uint64_t seed;
};

/// Reads `jobs:` of a scenario and gives each its chips, in file order: one after another takes from what those before
/// it have left. Throws FileError where the file of a placement cannot be read.
std::vector<JobSpec> read_jobs(const Fields& scenario, const JobContext& context);

/// Gives a collective that names a job its ranks, and the weight and priority that it does not state.
void join_job(CollectiveEntry& entry, const std::vector<JobSpec>& jobs, Diagnostics& diagnostics);

/// Makes each collective of a job with `chain` wait for the one before. Requires: join_job() has been called on all.
void chain_collectives(std::vector<CollectiveEntry>& entries, const std::vector<JobSpec>& jobs);

}  // namespace collsim
