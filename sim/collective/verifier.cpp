#include "collective/verifier.h"

#include <algorithm>
#include <ostream>
#include <unordered_map>

#include <fmt/format.h>

#include "base/mixing.h"
#include "collective/contract.h"
#include "collective/step_transfers.h"

namespace collsim {
namespace {

/// A contribution as a random number: a sum tells whether each went in once.
struct Token {
  std::uint64_t sum = 0;

  static Token of(Rank rank, Block block) {
    return {mixed_bits(static_cast<std::uint64_t>(block) * 0x9E3779B97F4A7C15ULL +
                       static_cast<std::uint64_t>(rank + 1) * 0xD1B54A32D192ED03ULL)};
  }
  void add(const Token& other) { sum += other.sum; }
  bool operator==(const Token&) const = default;
};

/// A contribution by name: what the trace prints.
struct Contributors {
  std::vector<Rank> ranks;  // sorted; a rank twice was added twice

  static Contributors of(Rank rank, Block) { return {{rank}}; }
  void add(const Contributors& other) {
    ranks.insert(ranks.end(), other.ranks.begin(), other.ranks.end());
    std::sort(ranks.begin(), ranks.end());
  }
  bool operator==(const Contributors&) const = default;
};

/// A program may run several channels for each that was asked for, one for each of its trees.
Problem as_cut(Problem problem, const Shape& shape) {
  problem.channels = shape.channels;
  problem.chunks = shape.chunks;
  return problem;
}

/// One (channel, chunk) of a program, executed step by step on what every rank holds.
template <class Value>
class Execution {
 public:
  Execution(const Program& program, const Problem& problem)
      : program_(program),
        problem_(problem),
        contract_(problem, program.shape().parts),
        blocks_(as_cut(problem, program.shape()), program.shape().parts) {}

  /// Forgets everything and starts on this chunk. `after_step` is called with what stands where.
  template <class AfterStep>
  std::optional<std::string> run(int channel, int chunk, AfterStep after_step) {
    start();
    const Shape& shape = program_.shape();
    for (int phase = 0; phase < static_cast<int>(shape.steps.size()); ++phase) {
      for (int step = 0; step < shape.steps[static_cast<std::size_t>(phase)]; ++step) {
        const Cell cell{channel, phase, chunk, step};
        if (auto fault = execute(cell)) return fault;
        after_step(cell);
      }
    }
    return unkept_promise(channel, chunk);
  }

  Value complete(Block block) const {
    if (!contract_.reduces()) return Value::of(contract_.owner(block), block);
    Value sum;
    for (Rank r = 0; r < problem_.ranks; ++r) sum.add(Value::of(r, block));
    return sum;
  }

  const Value* held(Rank rank, Block block) const {
    const auto& holds = held_[static_cast<std::size_t>(rank)];
    const auto at = holds.find(block);
    return at == holds.end() ? nullptr : &at->second;
  }

  void start() {
    held_.assign(static_cast<std::size_t>(problem_.ranks), {});
    for (Rank r = 0; r < problem_.ranks; ++r) {
      contract_.initial(r, [&](Block b) { held_[static_cast<std::size_t>(r)][b] = Value::of(r, b); });
    }
  }

 private:
  struct Arrival {
    Rank to;
    Block block;
    Action action;
    Value value;
  };

  /// All of a step's transfers read what stood before it.
  std::optional<std::string> execute(Cell cell) {
    arrivals_.clear();
    StepTransfers step(problem_.ranks);
    if (auto wrong = list(cell, step)) return fault(cell, *wrong);
    for (const Transfer& t : step.all()) {
      if (auto wrong = load(cell, t)) return fault(cell, *wrong);
    }
    for (Rank rank = 0; rank < problem_.ranks; ++rank) {
      const int expected = program_.receives(cell, rank);
      if (step.received(rank) == expected) continue;
      return fault(
          cell, fmt::format("rank {} expects {} transfers and {} are sent to it", rank, expected, step.received(rank)));
    }
    for (const Arrival& a : arrivals_) unload(a);
    return {};
  }

  std::optional<std::string> list(Cell cell, StepTransfers& step) {
    for (Rank rank = 0; rank < problem_.ranks; ++rank) {
      transfers_.clear();
      program_.sends(cell, rank, transfers_);
      for (const Transfer& t : transfers_) {
        if (auto wrong = step.add(rank, t)) return wrong;
      }
    }
    return step.incomplete();
  }

  std::optional<std::string> load(Cell cell, const Transfer& t) {
    Bytes bytes = 0;
    std::optional<std::string> missing;
    const std::vector<Rank> from = senders(t), to = receivers(t);
    program_.blocks(cell, t, [&](Block b) {
      bytes += blocks_.bytes(cell.channel, cell.chunk, b);
      Value sum;
      for (const Rank sender : from) {
        if (const Value* value = held(sender, b)) {
          sum.add(*value);
        } else {
          missing = fmt::format("rank {} sends block {}, which it does not hold", sender, b);
        }
      }
      for (const Rank receiver : to) arrivals_.push_back({receiver, b, t.action, sum});
    });
    if (missing || bytes == t.bytes) return missing;
    return fmt::format("rank {} sends {} bytes for blocks of {}", t.from, t.bytes, bytes);
  }

  void unload(const Arrival& a) {
    auto& holds = held_[static_cast<std::size_t>(a.to)];
    if (a.action == Action::copy) {
      holds[a.block] = a.value;
    } else {
      holds[a.block].add(a.value);
    }
  }

  std::optional<std::string> unkept_promise(int channel, int chunk) const {
    std::optional<std::string> found;
    for (Rank r = 0; r < problem_.ranks && !found; ++r) {
      contract_.promised(r, [&](Block b) {
        const Value* value = held(r, b);
        if (!found && (value == nullptr || *value != complete(b))) {
          found = fmt::format("channel {} chunk {}: rank {} ends {} block {}", channel, chunk, r,
                              value == nullptr ? "without" : "with a wrong value in", b);
        }
      });
    }
    return found;
  }

  static std::string fault(Cell cell, const std::string& what) {
    return fmt::format("channel {} phase {} chunk {} step {}: {}", cell.channel, cell.phase, cell.chunk, cell.step,
                       what);
  }

  const Program& program_;
  const Problem& problem_;
  Contract contract_;
  Blocks blocks_;
  std::vector<std::unordered_map<Block, Value>> held_;  // by rank
  std::vector<Transfer> transfers_;
  std::vector<Arrival> arrivals_;
};

std::string cell_text(const Contributors* value, const Contributors& complete, int ranks) {
  if (value == nullptr) return ".";
  if (*value == complete) return "*";
  if (ranks > 16) return std::to_string(value->ranks.size());
  return fmt::format("{}", fmt::join(value->ranks, "+"));
}

void print_holdings(const Execution<Contributors>& execution, const Problem& problem, Block count, std::ostream& out) {
  std::vector<std::vector<std::string>> rows(static_cast<std::size_t>(problem.ranks));
  std::size_t width = 2;
  for (Block b = 0; b < count; ++b) {
    const Contributors complete = execution.complete(b);
    for (Rank r = 0; r < problem.ranks; ++r) {
      rows[static_cast<std::size_t>(r)].push_back(cell_text(execution.held(r, b), complete, problem.ranks));
      width = std::max(width, rows[static_cast<std::size_t>(r)].back().size() + 1);
    }
  }
  for (Rank r = 0; r < problem.ranks; ++r) {
    out << fmt::format("  rank {:>4} |", r);
    for (const std::string& text : rows[static_cast<std::size_t>(r)]) out << fmt::format("{:>{}}", text, width);
    out << '\n';
  }
}

}  // namespace

std::optional<std::string> find_fault(const Program& program, const Problem& problem) {
  Execution<Token> execution(program, problem);
  for (int channel = 0; channel < program.shape().channels; ++channel) {
    for (int chunk = 0; chunk < program.shape().chunks; ++chunk) {
      if (auto fault = execution.run(channel, chunk, [](Cell) {})) return fault;
    }
  }
  return {};
}

void print_trace(const Program& program, const Problem& problem, std::ostream& out) {
  Execution<Contributors> execution(program, problem);
  const Block count = Blocks(problem, program.shape().parts).count();
  for (int channel = 0; channel < program.shape().channels; ++channel) {
    for (int chunk = 0; chunk < program.shape().chunks; ++chunk) {
      out << fmt::format("channel {} chunk {}: columns are blocks, * is final\n start\n", channel, chunk);
      execution.start();
      print_holdings(execution, problem, count, out);
      const auto fault = execution.run(channel, chunk, [&](Cell cell) {
        out << fmt::format(" after phase {} step {}\n", cell.phase, cell.step);
        print_holdings(execution, problem, count, out);
      });
      if (fault) out << " fault: " << *fault << '\n';
    }
  }
}

}  // namespace collsim
