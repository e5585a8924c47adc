#pragma once

#include <cstdint>
#include <map>
#include <string>
#include <unordered_map>
#include <vector>

#include "study/survey.h"

namespace collsim {

/// The second look at a run that goes as the first did: keeps the messages of the critical paths, who meets the slowest
/// message of each step, and who uses some links.
class CloseLook : public Observer {
 public:
  struct Share {
    int first_step = 0, last_step = 0;  ///< counted over phases, as `step_number` does
    Bytes bytes = 0;
    std::int64_t messages = 0;
  };
  /// Operation (past the last one: background), source, destination; any destination where there are many ranks.
  using ShareKey = std::tuple<std::size_t, std::string, std::string>;
  using Shares = std::map<ShareKey, Share>;

  /// `links` are those whose users are wanted. Requires: both outlive this.
  CloseLook(const Places& places, const Survey& survey, const std::vector<std::uint32_t>& links);

  void flow_delivered(const FlowRecord& flow) override;

  /// By operation, in the order of the path.
  std::vector<std::vector<PathHop>> paths() const;
  std::vector<StepUse> steps(std::size_t operation) const;
  const Shares& shares(std::uint32_t link) const { return shares_.at(link); }

 private:
  struct Kept {
    PathHop hop;
    Ledger before, sent, spent;
  };
  /// One link of the slowest message of one step, and who was there with it.
  struct Watched {
    const Survey::Step* step;
    std::size_t operation;
    std::uint32_t link;
    double load = 0;  // messages, of those that are spread the part that is here
    std::int64_t met_step = 0, met_operation = 0, met_others = 0;
    std::vector<std::string> pairs;
  };

  void watch_steps();
  void watch(std::size_t operation, const Survey::Step& step);
  StepUse told(const Survey::Step& step, std::size_t first_watched) const;
  std::vector<std::uint64_t> path_of(std::size_t operation) const;
  void keep(const FlowRecord& flow);
  void meet(std::size_t operation, const FlowRecord& flow, std::uint32_t link, double part);
  void share(std::size_t operation, const FlowRecord& flow, Bytes bytes, Shares& shares) const;

  const Places& places_;
  const Survey& survey_;
  std::unordered_map<std::string_view, std::size_t> index_of_;
  std::vector<std::vector<std::uint64_t>> on_path_;  // by operation, last first
  std::unordered_map<std::uint64_t, Kept> kept_;
  std::vector<Watched> watched_;                                            // by operation, step and link
  std::unordered_map<std::uint32_t, std::vector<std::size_t>> watched_on_;  // by link, by first byte
  std::unordered_map<std::uint32_t, Duration> longest_on_;
  std::map<std::uint32_t, Shares> shares_;
  std::vector<std::vector<int>> steps_before_;  // by operation, by phase
};

}  // namespace collsim
