#pragma once

#include <array>
#include <cstdint>
#include <map>
#include <string>
#include <string_view>
#include <unordered_map>
#include <utility>
#include <vector>

#include "result/explanation.h"
#include "result/observer.h"
#include "study/chip_groups.h"

namespace collsim {

/// Where the chips of a run stand.
struct Places {
  const Topology& topology;
  const std::vector<std::vector<NodeId>>& groups;  ///< chips by rank, by collective
  std::vector<std::string> ids;                    ///< of the collectives
  ChipGroups table, nodes;                         ///< of topology.chips()
  std::vector<std::uint32_t> index_of;             ///< by NodeId: which of topology.chips()
  std::vector<char> rings;                         ///< by collective: its algorithm is a ring

  std::size_t chip(std::size_t operation, Rank rank) const {
    return index_of[groups[operation][static_cast<std::size_t>(rank)]];
  }
};

/// The first look at a run: four bytes a message, and sums. What it leaves open is asked of the second.
class Survey : public Observer {
 public:
  /// Steps are told apart by phase and step.
  using StepKey = std::pair<int, int>;
  struct Step {
    StepUse use;
    // Of its slowest message:
    Instant first_byte{}, last_byte{};
    std::optional<std::uint32_t> bound_by;  ///< as it was bound last
    std::vector<std::uint32_t> links;
  };
  struct Operation {
    std::uint64_t last = 0;  ///< number of the last delivery
    std::optional<Instant> last_at;
    std::map<StepKey, Step> steps;
    std::array<TierTraffic, 5> tiers{};
    std::vector<Bytes> node_out, node_in;
    /// Of a ring, by channel: the rank that each rank sends to, and over which links.
    std::map<int, std::vector<std::optional<Rank>>> next;
    std::map<std::uint32_t, int> ring_links;
  };

  /// Requires: `places` outlives the survey.
  explicit Survey(const Places& places);

  void flow_delivered(const FlowRecord& flow) override;

  const std::vector<Operation>& operations() const { return operations_; }
  const std::vector<Bytes>& matrix() const { return matrix_; }
  Bytes in_network() const { return in_network_; }
  /// What released a message; absent: its operation's start.
  std::optional<std::uint64_t> released_by(std::uint64_t number) const;

 private:
  using Order = std::tuple<int, int, int, int, Rank, Rank>;

  void note_release(const FlowRecord& flow);
  void note_last(Operation& operation, const FlowRecord& flow);
  static void note_step(Operation& operation, const FlowRecord& flow);
  void note_traffic(std::size_t index, const FlowRecord& flow);
  void note_ring(std::size_t index, const FlowRecord& flow);
  Tier tier_of(const FlowRecord& flow) const;

  const Places& places_;
  std::unordered_map<std::string_view, std::size_t> index_of_;
  std::vector<Operation> operations_;
  std::vector<Order> last_order_;           // by operation
  std::vector<std::uint32_t> released_by_;  // by number: plus one, 0 for none
  std::vector<Bytes> matrix_;
  Bytes in_network_ = 0;
};

}  // namespace collsim
