#include "oracle/message_cost.h"

#include <algorithm>
#include <array>
#include <cassert>
#include <cmath>

namespace collsim::oracle {
namespace {

constexpr std::array all_models{CostModel::alpha_beta, CostModel::logp, CostModel::loggp, CostModel::loggpc};
constexpr std::array<std::string_view, 4> names{"alpha_beta", "logp", "loggp", "loggpc"};

double gap_per_byte(const Line& line, const LogParameters& p) { return p.gap_per_byte.value_or(1 / line.bandwidth); }

double fixed_seconds(const Line& line, const LogParameters& p) {
  return 2 * p.overhead.value_or(line.start / 2) + p.latency.value_or(line.path);
}

double packet_seconds(const Line& line, const LogParameters& p) {
  return std::max(p.gap.value_or(p.packet * gap_per_byte(line, p)), p.overhead.value_or(line.start / 2));
}

double packets(double bytes, const LogParameters& p) { return std::max(1.0, std::ceil(bytes / p.packet)); }

}  // namespace

std::string_view to_string(CostModel model) { return names[static_cast<std::size_t>(model)]; }

std::optional<CostModel> find_cost_model(std::string_view name) {
  for (const CostModel model : all_models)
    if (to_string(model) == name) return model;
  return {};
}

std::span<const CostModel> cost_models() { return all_models; }

double message_seconds(CostModel model, const Line& line, double bytes, const LogParameters& p) {
  const double after_first = std::max(0.0, bytes - 1) * gap_per_byte(line, p);
  switch (model) {
    case CostModel::logp:
      return fixed_seconds(line, p) + (packets(bytes, p) - 1) * packet_seconds(line, p);
    case CostModel::loggp:
      return fixed_seconds(line, p) + after_first;
    case CostModel::loggpc:
      return fixed_seconds(line, p) + after_first * line.contention;
    default:
      return line.alpha() + bytes / line.bandwidth;
  }
}

double stream_seconds(CostModel model, const Line& line, double bytes, const LogParameters& p) {
  switch (model) {
    case CostModel::logp:
      return bytes / p.packet * packet_seconds(line, p);
    case CostModel::loggp:
      return bytes * gap_per_byte(line, p);
    case CostModel::loggpc:
      return bytes * gap_per_byte(line, p) * line.contention;
    default:
      return bytes / line.bandwidth;
  }
}

double contention_factor(double capacity, std::span<const double> rates) {
  assert(!rates.empty());
  return capacity / *std::min_element(rates.begin(), rates.end());
}

}  // namespace collsim::oracle
