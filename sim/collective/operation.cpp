#include "collective/operation.h"

#include <array>
#include <utility>

namespace collsim {
namespace {

constexpr std::array<std::pair<Op, const char*>, 9> kNames{{{Op::all_reduce, "all_reduce"},
                                                            {Op::all_gather, "all_gather"},
                                                            {Op::reduce_scatter, "reduce_scatter"},
                                                            {Op::all_to_all, "all_to_all"},
                                                            {Op::broadcast, "broadcast"},
                                                            {Op::reduce, "reduce"},
                                                            {Op::scatter, "scatter"},
                                                            {Op::gather, "gather"},
                                                            {Op::send_recv, "send_recv"}}};

}  // namespace

const char* to_string(Op op) { return kNames[static_cast<std::size_t>(op)].second; }

std::optional<Op> parse_op(std::string_view name) {
  for (const auto& [op, text] : kNames) {
    if (name == text) return op;
  }
  return {};
}

double busbw_factor(Op op, int ranks) {
  const double n = ranks;
  switch (op) {
    case Op::all_reduce:
      return 2 * (n - 1) / n;
    case Op::all_gather:
    case Op::reduce_scatter:
    case Op::all_to_all:
    case Op::scatter:
    case Op::gather:
      return (n - 1) / n;
    case Op::broadcast:
    case Op::reduce:
    case Op::send_recv:
      return 1;
  }
  return 1;
}

}  // namespace collsim
