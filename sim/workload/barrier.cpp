#include <algorithm>
#include <cassert>
#include <optional>
#include <tuple>

#include <fmt/format.h>

#include "workload/operation.h"
#include "workload/phase_grid.h"

namespace collsim {
namespace {

/// A step begins when every message of the step before is delivered, in each channel for itself. What a channel's phase
/// has in hand is one step; its end is one event, at the last of its deliveries.
class Barrier final : public ReleasePolicy, private EventHandler {
 public:
  Barrier(OperationRun& operation, EventQueue& queue) : operation_(operation), queue_(queue) {}

  void start() override {
    const Shape& shape = operation_.program().shape();
    phases_ = static_cast<int>(shape.steps.size());
    running_.resize(static_cast<std::size_t>(shape.channels * phases_));
    grids_.assign(static_cast<std::size_t>(shape.channels), PhaseGrid(phases_, shape.chunks));
    channels_left_ = shape.channels;
    for (int channel = 0; channel < shape.channels; ++channel) {
      advance({channel, 0, 0, -1}, operation_.launched());
    }
  }

  void message_left(const Message& m, const Release&, const Release& delivered) override {
    Running& running = running_[index(m.cell)];
    const auto order = std::pair(m.from, m.to);
    const bool later = !running.last || delivered.at > running.last->at ||
                       (delivered.at == running.last->at && order < running.last_order);
    if (later) {
      running.last = delivered;
      running.last_order = order;
    }
    running.in_flight -= 1 + static_cast<int>(m.more_from.size());
    if (running.in_flight == 0) queue_.schedule(running.last->at, *this, index(m.cell));
  }

  std::vector<std::string> waiting_for() const override {
    std::vector<std::string> lines;
    for (const Running& running : running_) {
      if (running.in_flight == 0) continue;
      lines.push_back(fmt::format("channel {} phase {} chunk {} step {}: {} message(s) not delivered",
                                  running.cell.channel, running.cell.phase, running.cell.chunk, running.cell.step,
                                  running.in_flight));
    }
    return lines;
  }

 private:
  struct Running {
    Cell cell;
    int in_flight = 0;                 // a transfer of several senders counts for each
    std::optional<Release> last;       // the step's last delivery so far
    std::pair<Rank, Rank> last_order;  // its source and destination
  };

  std::size_t index(const Cell& cell) const { return static_cast<std::size_t>(cell.channel * phases_ + cell.phase); }

  void handle(Instant, std::uint64_t tag) override {
    // A copy: the next step of this phase takes the place of this one.
    const Running done = running_[static_cast<std::size_t>(tag)];
    operation_.note_steps(operation_.ranks());
    advance(done.cell, *done.last);
  }

  /// Goes on after `cell`, and with all that this allows at once. A loop, since thousands of empty chunks may follow
  /// one another.
  void advance(Cell cell, const Release& released) {
    std::vector<Cell> ready{cell};
    for (std::size_t next = 0; next < ready.size(); ++next) advance_one(ready[next], released, ready);
  }

  /// To the next step that sends anything, or to what the end of the phase makes ready.
  void advance_one(Cell cell, const Release& released, std::vector<Cell>& ready) {
    const int steps = operation_.program().shape().steps[static_cast<std::size_t>(cell.phase)];
    while (++cell.step < steps) {
      if (begin(cell, released)) return;
      operation_.note_steps(operation_.ranks());
    }
    PhaseGrid& grid = grids_[static_cast<std::size_t>(cell.channel)];
    grid.complete(cell.phase, cell.chunk, [&](int phase, int chunk) {
      ready.push_back({cell.channel, phase, chunk, -1});
    });
    const bool last_of_channel = cell.phase == phases_ - 1 && grid.all_done();
    if (last_of_channel && --channels_left_ == 0) operation_.program_ended();
  }

  bool begin(Cell cell, const Release& released) {
    Running& running = running_[index(cell)];
    running.cell = cell;
    running.last = operation_.settle_alone(cell, released);
    if (running.last) {
      queue_.schedule(running.last->at, *this, index(cell));
      return true;
    }
    for (Rank rank = 0; rank < operation_.ranks(); ++rank) running.in_flight += operation_.post(cell, rank, released);
    return running.in_flight > 0;
  }

  OperationRun& operation_;
  EventQueue& queue_;
  int phases_ = 0;
  int channels_left_ = 0;
  std::vector<Running> running_;  // by channel and phase
  std::vector<PhaseGrid> grids_;  // by channel
};

}  // namespace

std::unique_ptr<ReleasePolicy> make_barrier(OperationRun& operation, EventQueue& queue) {
  return std::make_unique<Barrier>(operation, queue);
}

}  // namespace collsim
