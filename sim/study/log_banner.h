#pragma once

#include <set>
#include <string>
#include <string_view>
#include <vector>

#include "study/log_row.h"
#include "study/measured_log.h"

namespace collsim {

/// What the lines around a table say about it.
struct LogBanner {
  std::string title;
  std::optional<Op> op;
  std::optional<int> stated_ranks;
  std::string algorithm;
  std::set<int> ranks;          ///< of `# Rank k …`
  std::set<std::string> hosts;  ///< of the same lines
  TimeUnit unit = TimeUnit::unstated;
  std::vector<std::string> own_columns;  ///< names of the columns behind those of nccl-tests

  std::optional<int> rank_count() const;
  std::optional<int> node_count() const;
};

/// Whether a new run begins with this line.
bool begins_run(std::string_view line);

/// Learns what a line that is no row says.
void learn(std::string_view line, LogBanner& banner);

}  // namespace collsim
