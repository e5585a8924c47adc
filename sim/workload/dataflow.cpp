#include <map>
#include <tuple>
#include <utility>

#include <fmt/format.h>

#include "base/slots.h"
#include "workload/operation.h"
#include "workload/phase_grid.h"

namespace collsim {
namespace {

/// The latest of what a step has waited for; of several at one instant the one with the lowest source and destination.
struct Latest {
  Release release;
  std::pair<Rank, Rank> order{-1, -1};

  void note(const Latest& other) {
    const bool later = other.release.at > release.at;
    if (later || (other.release.at == release.at && other.order < order)) *this = other;
  }
};

/// In each channel a rank goes on to its next step once its own sends of this step have left and its receives of it
/// have been delivered.
class Dataflow final : public ReleasePolicy {
 public:
  Dataflow(OperationRun& operation, EventQueue& queue)
      : operation_(operation), arriving_(queue, [this](std::uint32_t arrival) { arrive(arrival); }) {}

  void start() override {
    const Shape& shape = operation_.program().shape();
    threads_left_ = static_cast<std::size_t>(shape.channels) * static_cast<std::size_t>(operation_.ranks());
    threads_.assign(threads_left_, Thread(static_cast<int>(shape.steps.size()), shape.chunks));
    for (int channel = 0; channel < shape.channels; ++channel) {
      for (Rank rank = 0; rank < operation_.ranks(); ++rank) {
        begin({channel, 0, 0, 0}, rank, operation_.launched());
      }
    }
  }

  void message_left(const Message& m, const Release& sender_free, const Release& delivered) override {
    const Latest leaving{sender_free, {m.from, m.to}};
    const Latest coming{delivered, {m.from, m.to}};
    m.visit_receivers([&](Rank rank) { arriving_.add(delivered.at, remember({m.cell, rank, coming})); });
    m.visit_senders([&](Rank rank) {
      Step& step = thread(m.cell, rank).step_of(m.cell);
      --step.sends_to_leave;
      step.latest.note(leaving);
      go_on(step, rank);
    });
  }

  std::vector<std::string> waiting_for() const override {
    std::vector<std::string> lines;
    for (std::size_t i = 0; i < threads_.size(); ++i) {
      const auto rank = static_cast<Rank>(i % static_cast<std::size_t>(operation_.ranks()));
      for (const Step& step : threads_[i].steps) {
        if (!step.active) continue;
        lines.push_back(
            fmt::format("channel {} phase {} chunk {} step {}: {} waits for {} send(s) to leave and {} "
                        "message(s) to arrive",
                        step.cell.channel, step.cell.phase, step.cell.chunk, step.cell.step, operation_.rank_name(rank),
                        step.sends_to_leave, step.receives_to_come));
      }
    }
    return lines;
  }

 private:
  /// What a rank has in hand in one phase.
  struct Step {
    Cell cell;
    bool active = false;
    int sends_to_leave = 0;
    int receives_to_come = 0;
    Latest latest;

    bool is(const Cell& c) const { return active && cell.chunk == c.chunk && cell.step == c.step; }
  };
  /// What has arrived for a step that the rank has not begun: its neighbour may run ahead.
  struct Early {
    int messages = 0;
    Latest latest;
  };
  /// One rank in one channel.
  struct Thread {
    Thread(int phases, int chunks) : grid(phases, chunks), steps(static_cast<std::size_t>(phases)) {}
    Step& step_of(const Cell& cell) { return steps[static_cast<std::size_t>(cell.phase)]; }

    PhaseGrid grid;
    std::vector<Step> steps;                           // by phase
    std::map<std::tuple<int, int, int>, Early> early;  // by phase, chunk, step
  };
  struct Ready {
    Cell cell;
    Release released;
  };
  struct Arrival {
    Cell cell;
    Rank to = 0;
    Latest delivered;
  };

  Thread& thread(const Cell& cell, Rank rank) {
    return threads_[static_cast<std::size_t>(cell.channel) * static_cast<std::size_t>(operation_.ranks()) +
                    static_cast<std::size_t>(rank)];
  }

  std::uint32_t remember(const Arrival& arrival) {
    const std::uint32_t index = slots_.take();
    if (index == arrivals_.size()) arrivals_.emplace_back();
    arrivals_[index] = arrival;
    return index;
  }

  void arrive(std::uint32_t index) {
    const Arrival a = arrivals_[index];
    slots_.give_back(index);
    Thread& t = thread(a.cell, a.to);
    Step& step = t.step_of(a.cell);
    if (step.is(a.cell)) {
      --step.receives_to_come;
      step.latest.note(a.delivered);
      return go_on(step, a.to);
    }
    Early& early = t.early[{a.cell.phase, a.cell.chunk, a.cell.step}];
    if (early.messages++ == 0) {
      early.latest = a.delivered;
    } else {
      early.latest.note(a.delivered);
    }
  }

  /// Begins `cell`, and all that becomes ready at once. A loop, since a rank may have nothing to do in thousands of
  /// chunks.
  void begin(const Cell& cell, Rank rank, const Release& released) {
    std::vector<Ready> ready{{cell, released}};
    for (std::size_t next = 0; next < ready.size(); ++next) begin_one(ready[next], rank, ready);
  }

  /// To the first step that the rank has to wait in, or to what the end of the phase makes ready.
  void begin_one(Ready at, Rank rank, std::vector<Ready>& ready) {
    Cell& cell = at.cell;
    const int steps = operation_.program().shape().steps[static_cast<std::size_t>(cell.phase)];
    for (; cell.step < steps; ++cell.step) {
      const Step& step = enter(cell, rank, at.released);
      if (step.active) return;
      at.released = step.latest.release;
      operation_.note_steps(1);
    }
    Thread& t = thread(cell, rank);
    t.grid.complete(cell.phase, cell.chunk, [&](int phase, int chunk) {
      ready.push_back({{cell.channel, phase, chunk, 0}, at.released});
    });
    const bool last_phase = static_cast<std::size_t>(cell.phase) + 1 == t.steps.size();
    if (last_phase && t.grid.all_done() && --threads_left_ == 0) operation_.program_ended();
  }

  Step& enter(const Cell& cell, Rank rank, const Release& released) {
    Thread& t = thread(cell, rank);
    Step& step = t.step_of(cell);
    step.cell = cell;
    step.latest = {released, {-1, -1}};
    step.sends_to_leave = operation_.post(cell, rank, released);
    step.receives_to_come = operation_.program().receives(cell, rank);
    if (const auto early = t.early.find({cell.phase, cell.chunk, cell.step}); early != t.early.end()) {
      step.receives_to_come -= early->second.messages;
      step.latest.note(early->second.latest);
      t.early.erase(early);
    }
    step.active = step.sends_to_leave > 0 || step.receives_to_come > 0;
    return step;
  }

  void go_on(Step& step, Rank rank) {
    if (step.sends_to_leave > 0 || step.receives_to_come > 0) return;
    step.active = false;
    operation_.note_steps(1);
    Cell next = step.cell;
    ++next.step;
    begin(next, rank, step.latest.release);
  }

  OperationRun& operation_;
  BatchedEvents arriving_;
  std::vector<Thread> threads_;  // by channel and rank
  std::size_t threads_left_ = 0;
  std::vector<Arrival> arrivals_;
  Slots slots_;  // of arrivals_
};

}  // namespace

std::unique_ptr<ReleasePolicy> make_dataflow(OperationRun& operation, EventQueue& queue) {
  return std::make_unique<Dataflow>(operation, queue);
}

}  // namespace collsim
