#include "study/log_banner.h"

#include <algorithm>
#include <regex>

namespace collsim {
namespace {

using Match = std::match_results<std::string_view::const_iterator>;

bool found(std::string_view line, const std::regex& pattern, Match& match) {
  return std::regex_search(line.begin(), line.end(), match, pattern);
}

/// `# Rank  3 Group  0 Pid  10003 on    node0 device  3 [0xc0] …`
void learn_device(std::string_view line, LogBanner& banner) {
  static const std::regex device(R"(#\s*Rank\s+(\d+)\s.*\son\s+(\S+)\s+device\s)");
  Match match;
  if (!found(line, device, match)) return;
  banner.ranks.insert(std::stoi(match[1].str()));
  banner.hosts.insert(match[2].str());
}

/// `Collective test starting: alltoall_perf`, or a command line with that name in it.
void learn_operation(std::string_view line, LogBanner& banner) {
  static const std::regex benchmark(R"(([a-z_]+)_perf(_mpi)?\b)");
  Match match;
  if (!found(line, benchmark, match)) return;
  if (const auto op = op_of_name(match[1].str())) banner.op = op;
}

/// `# grad: all_reduce by ring on 8 ranks`
void learn_own_head(std::string_view line, LogBanner& banner) {
  static const std::regex head(R"(^# .*: ([a-z_]+) by ([a-z_0-9]+) on (\d{1,9}) ranks?$)");
  Match match;
  if (!found(line, head, match)) return;
  banner.op = op_of_name(match[1].str());
  banner.algorithm = match[2].str();
  banner.stated_ranks = std::stoi(match[3].str());
}

void learn_columns(std::string_view line, LogBanner& banner) {
  const std::vector<std::string> words = row_words(line);
  const auto errors = std::find(words.begin(), words.end(), "#wrong");
  if (std::find(words.begin(), words.end(), "busbw") == words.end() || errors == words.end()) return;
  banner.own_columns.clear();
  const bool second_group = errors + 1 != words.end() && *(errors + 1) == "time";
  if (!second_group) banner.own_columns.assign(errors + 1, words.end());
}

void learn_unit(std::string_view line, LogBanner& banner) {
  if (line.find("(GB/s)") == std::string_view::npos) return;
  if (line.find("(us)") != std::string_view::npos) banner.unit = TimeUnit::microseconds;
  if (line.find("(ms)") != std::string_view::npos) banner.unit = TimeUnit::milliseconds;
}

}  // namespace

std::optional<int> LogBanner::rank_count() const {
  if (stated_ranks) return stated_ranks;
  // Lines left out of the middle would make it too small.
  if (ranks.empty() || *ranks.begin() != 0 || *ranks.rbegin() + 1 != static_cast<int>(ranks.size())) return {};
  return static_cast<int>(ranks.size());
}

std::optional<int> LogBanner::node_count() const {
  if (!rank_count() || hosts.empty()) return {};
  return static_cast<int>(hosts.size());
}

bool begins_run(std::string_view line) {
  for (const std::string_view mark : {"Collective test starting", "nThread ", "# Using devices"})
    if (line.find(mark) != std::string_view::npos) return true;
  return line.starts_with("===") || line.starts_with("###");
}

void learn(std::string_view line, LogBanner& banner) {
  if (line.find("# Using devices") != std::string_view::npos) {
    banner.ranks.clear();
    banner.hosts.clear();
  }
  if (line.starts_with("===") || line.starts_with("###")) banner.title = std::string(line);
  learn_device(line, banner);
  learn_operation(line, banner);
  learn_own_head(line, banner);
  learn_columns(line, banner);
  learn_unit(line, banner);
}

}  // namespace collsim
