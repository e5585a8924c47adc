#include "scenario/exchange_reader.h"

#include <stdexcept>

#include "base/id_range.h"
#include "scenario/matrix_reader.h"
#include "scenario/skew_reader.h"

namespace collsim {
namespace {

// A matrix has N² entries: half a gigabyte.
constexpr std::size_t most_ranks = 8192;

std::size_t count_all(std::string_view pattern) {
  try {
    return count_ids(pattern);
  } catch (const std::invalid_argument&) {
    return 0;  // told where the pattern was read
  }
}

std::size_t count_ranks(const CollectiveSpec& spec, const TopologyDescription& topology) {
  std::size_t count = 0;
  for (const Reference& r : spec.ranks) count += count_all(r.text);
  if (!spec.ranks.empty()) return count;
  for (const NodeGroup& g : topology.nodes) count += g.kind == NodeKind::chip ? count_all(g.ids) : 0;
  return count;
}

/// What is wrong with an uneven exchange before its bytes are looked at; empty if nothing.
std::string obstacle(const CollectiveEntry& entry, std::size_t ranks) {
  if (entry.spec.op != Op::all_to_all) {
    return std::string(to_string(entry.spec.op)) + " sends equal parts: it is for all_to_all";
  }
  if (entry.matrix && entry.skew) return "stands beside matrix: only one of the two can";
  if (ranks <= most_ranks) return {};
  return "the group has " + std::to_string(ranks) + " ranks, and " + std::to_string(most_ranks) + " can be told apart";
}

std::optional<ByteMatrix> matrix_of(const CollectiveEntry& entry, int ranks, const ExchangeContext& context,
                                    Diagnostics& diagnostics) {
  const Bytes element = entry.spec.element;
  if (entry.matrix) return read_matrix(*entry.matrix, ranks, element, context.file, diagnostics);
  const auto traffic = read_skew(*entry.skew, ranks, element, diagnostics);
  // What was wrong may be what the generator must be able to count on.
  if (!traffic || !diagnostics.empty()) return {};
  return expert_matrix(*traffic, ranks, context.seed);
}

}  // namespace

void read_exchange(CollectiveEntry& entry, const ExchangeContext& context, Diagnostics& diagnostics) {
  if (!entry.matrix && !entry.skew) return;
  const std::size_t ranks = count_ranks(entry.spec, context.topology);
  if (const std::string problem = obstacle(entry, ranks); !problem.empty()) {
    return complain(diagnostics, entry.skew ? *entry.skew : *entry.matrix, entry.skew ? "skew" : "matrix", problem);
  }
  entry.spec.sizes = {0};
  if (ranks == 0) return;  // which is told where ranks are looked up
  entry.spec.matrix = matrix_of(entry, static_cast<int>(ranks), context, diagnostics);
  if (entry.spec.matrix) entry.spec.sizes = {entry.spec.matrix->largest_buffer()};
}

}  // namespace collsim
