#include "collective/generic_checks.h"

#include <algorithm>

#include <fmt/format.h>

#include "collective/shuffled.h"
#include "collective/verifier.h"

namespace collsim::test {
namespace {

std::vector<Rank> roots(Op op, int n) {
  const bool rooted = op == Op::broadcast || op == Op::reduce || op == Op::scatter || op == Op::gather;
  if (!rooted || n == 1) return {0};
  return {0, n / 2, n - 1};
}

std::vector<Bytes> awkward_sizes(int n) { return {0, 1, n - 1, n, (1 << 20) + 1, Bytes{5} << 30}; }

struct Cut {
  int channels;
  int chunks;
};

std::optional<std::string> wrong_cut(const Shape& shape, const Problem& problem) {
  const bool as_told = shape.chunks == problem.chunks && shape.channels % problem.channels == 0;
  if (as_told && !shape.steps.empty()) return {};
  return fmt::format("is cut in {} channels of {} chunks and {} phases, asked for {} of {}", shape.channels,
                     shape.chunks, shape.steps.size(), problem.channels, problem.chunks);
}

std::optional<std::string> fault_of(const Algorithm& row, const Problem& problem) {
  const auto program = row.make(problem);
  auto fault = wrong_cut(program->shape(), problem);
  if (!fault) fault = find_fault(*program, problem);
  if (!fault) return {};
  return fmt::format("{} {} of {} B over {} ranks from root {}, {} channels, {} chunks: {}", row.name,
                     to_string(problem.op), problem.size, problem.ranks, problem.root, problem.channels, problem.chunks,
                     *fault);
}

std::optional<std::string> fault_at(const Algorithm& row, Op op, int n) {
  for (const Bytes size : awkward_sizes(n)) {
    for (const Cut cut : {Cut{1, 1}, Cut{3, 2}}) {
      if (n > 17 && cut.channels > 1) continue;
      for (const Rank root : roots(op, n)) {
        if (auto fault = fault_of(row, {op, n, size, 1, cut.channels, cut.chunks, root})) return fault;
      }
    }
  }
  return {};
}

std::optional<std::string> fault_over(const Algorithm& row, Op op, int chips, int nodes) {
  const int n = chips * nodes;
  const bool few = n <= 17;
  const Cut cut = few ? Cut{3, 2} : Cut{1, 1};
  for (const Bytes size : few ? awkward_sizes(n) : std::vector<Bytes>{n - 1, (1 << 20) + 1}) {
    std::vector<Problem> problems{{op, n, size, 1, cut.channels, cut.chunks, 0, shuffled({chips, nodes}, 7)}};
    if (few) problems.push_back({op, n, size, 1, 1, 1, 0, nested_in_rank_order({chips, nodes})});
    for (const Problem& problem : problems) {
      if (auto fault = fault_of(row, problem)) return fmt::format("{} nodes of {}: {}", nodes, chips, *fault);
    }
  }
  return {};
}

std::vector<Transfer> sent(const Program& program, int step, Rank rank) {
  std::vector<Transfer> transfers;
  program.sends({0, 0, 0, step}, rank, transfers);
  return transfers;
}

bool same_messages(const std::vector<Transfer>& a, const std::vector<Transfer>& b) {
  return std::equal(a.begin(), a.end(), b.begin(), b.end(), [](const Transfer& x, const Transfer& y) {
    return x.from == y.from && x.to == y.to && x.bytes == y.bytes;
  });
}

/// In the first phase: steps a and b, in which `program` promises the same.
std::optional<std::string> difference(const Program& program, int ranks, int a, int b) {
  for (Rank r = 0; r < ranks; ++r) {
    if (same_messages(sent(program, a, r), sent(program, b, r))) continue;
    return fmt::format("rank {} sends something else in steps {} and {} of one signature", r, b, a);
  }
  return {};
}

std::optional<std::string> lying_steps(const Program& program, int ranks) {
  for (int a = 0; a < program.shape().steps.at(0); ++a) {
    for (int b = 0; b < a; ++b) {
      const auto signature = program.signature({0, 0, 0, a});
      if (!signature || signature != program.signature({0, 0, 0, b})) continue;
      if (auto found = difference(program, ranks, a, b)) return found;
    }
  }
  return {};
}

}  // namespace

std::optional<std::string> missing_text(const Algorithm& row) {
  for (const std::string_view text : {row.name, row.steps, row.bytes, row.constraints, row.source}) {
    if (text.empty()) return fmt::format("'{}' leaves a column empty", row.name);
  }
  if (row.ops.empty()) return fmt::format("{} does no operation", row.name);
  return {};
}

std::optional<std::string> broken_promise(const Algorithm& row) {
  for (const Op op : row.ops) {
    for (const int n : {1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15, 16, 17, 24, 32, 64}) {
      if (auto fault = fault_at(row, op, n)) return fault;
    }
  }
  return {};
}

std::optional<std::string> broken_promise_over_tiers(const Algorithm& row) {
  if (row.tiers == Algorithm::Tiers::none) return {};
  for (const Op op : row.ops) {
    for (int chips = 1; chips <= 64; ++chips) {
      for (int nodes = 1; chips * nodes <= 64; ++nodes) {
        if (auto fault = fault_over(row, op, chips, nodes)) return fault;
      }
    }
  }
  return {};
}

std::optional<std::string> lying_signature(const Algorithm& row) {
  for (const Op op : row.ops) {
    for (const Bytes size : {Bytes{6000}, Bytes{6007}}) {
      const auto program = row.make({op, 6, size, 1, 1, 1, 0});
      if (auto fault = lying_steps(*program, 6)) return fmt::format("{} {}: {}", row.name, to_string(op), *fault);
    }
  }
  return {};
}

std::optional<std::string> generic_fault(const Algorithm& row) {
  for (const auto check : {missing_text, broken_promise, broken_promise_over_tiers, lying_signature}) {
    if (auto fault = check(row)) return fault;
  }
  return {};
}

}  // namespace collsim::test
