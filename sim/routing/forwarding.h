#pragma once

#include <cstdint>
#include <optional>
#include <vector>

#include "routing/core.h"
#include "routing/step_pool.h"
#include "routing/ties.h"

namespace collsim {

/// A route as it is found: `hops` links, the first of a buffer that is longer.
struct Path {
  std::vector<LinkId> links;
  std::size_t hops = 0;
  Duration latency{};
};

/// What the nodes of the core would keep as routing tables: by destination and state the hops that lie on the best
/// routes. Rows are made when a destination is first asked for, by one sweep backwards through its component, and kept
/// within a budget.
///
/// Which hops are best depends on where a route starts in one way alone: the widest route from there sets the width
/// below which no hop may fall, and only then does latency count. A row therefore keeps hops per such width; in most
/// networks there is one.
class ForwardingTables {
 public:
  enum class Answer { found, none, unknown };  ///< unknown: a stub's nic may lie on routes of others; search

  /// Requires: the core outlives this.
  ForwardingTables(const Core& core, Ties ties);

  /// Requires: two attachments of two nodes to the same component; out.links of Core::most_states.
  Answer find(const Attachment& from, const Attachment& to, std::uint32_t choice, Path& out);

  std::size_t memory_bytes() const;

 private:
  struct Row {
    bool made = false, unknown = false;
    std::vector<double> widths;                     // rising
    std::vector<std::uint32_t> width_of;            // by state: into widths and steps; none where all have one width
    std::vector<std::vector<std::uint32_t>> steps;  // by width, then by state: into the pool; made when asked for
  };

  Row& row_to(std::uint32_t destination);
  void make_row(Row& row, std::uint32_t destination);
  void sort_by_width(Row& row) const;
  void make_steps(Row& row, std::uint32_t destination, std::uint32_t width);
  void make_room();
  std::size_t bytes_of(const Row& row) const;

  // The sweep: what holds between one destination and the states of its component and of its own stub.
  static constexpr std::uint32_t kFar = kNone;
  void measure(std::uint32_t destination);
  void reach(CoreState state, std::uint32_t hops);
  void reach_before(CoreState state);
  double widest(CoreState state) const;
  void collect_best(CoreState state, double width);
  void add_if_best(CoreState state, const CoreEdge& edge, double width);
  void join_with_next(Step& step, const std::vector<std::uint32_t>& steps) const;
  bool bypassed() const;
  bool leads_on(CoreState state, CoreState to) const;
  bool is_end(CoreState state) const { return hops_[state] == 0; }
  Duration cost(const CoreEdge& edge) const;
  template <class Visit>
  void for_edges(CoreState state, Visit visit) const;

  const Core& core_;
  Ties ties_;
  StepPool pool_;
  std::vector<Row> rows_;            // by destination
  std::vector<std::uint32_t> made_;  // those that are
  std::size_t row_bytes_ = 0;
  std::uint32_t next_to_go_ = 0;

  std::uint32_t measured_ = kNone;  // the destination that the following is about
  const CoreComponent* component_ = nullptr;
  const Destination* destination_ = nullptr;
  std::vector<std::uint32_t> hops_;  // by state; 0 at the end, kFar where there is no way
  std::vector<double> width_;
  std::vector<Duration> to_go_;
  std::vector<CoreState> order_;  // by rising hops
  std::vector<Step> best_;
};

}  // namespace collsim
