#pragma once

#include <cstdint>
#include <optional>
#include <span>
#include <string_view>

#include "oracle/machine.h"

namespace collsim::oracle {

/// What one message of m bytes takes:
///   alpha_beta  α + m/B                             Hockney, Parallel Computing 20(3), 1994
///   logp        2o + L + (p-1)·max(g, o)            Culler et al., PPoPP 1993; p packets
///   loggp       2o + L + (m-1)·G                    Alexandrov, Ionescu, Schauser & Scheiman, SPAA 1995
///   loggpc      2o + L + (m-1)·G·F                  Moritz & Frank, SIGMETRICS 1998; F = Line::contention
enum class CostModel : std::uint8_t { alpha_beta, logp, loggp, loggpc };

std::string_view to_string(CostModel model);
std::optional<CostModel> find_cost_model(std::string_view name);
std::span<const CostModel> cost_models();

/// The parameters of LogP and its kin. Absent ones follow from the line: o = α_start/2, L = α_path, G = 1/B,
/// g = packet·G.
struct LogParameters {
  std::optional<double> overhead;      ///< o, seconds
  std::optional<double> latency;       ///< L, seconds
  std::optional<double> gap;           ///< g, seconds between two packets
  std::optional<double> gap_per_byte;  ///< G, seconds
  double packet = 4096;                ///< bytes
};

/// Seconds that a message of `bytes` takes; one of no bytes costs its α. Requires: bytes >= 0.
double message_seconds(CostModel model, const Line& line, double bytes, const LogParameters& parameters = {});

/// Seconds that `bytes` more take in a stream whose messages have paid their α.
double stream_seconds(CostModel model, const Line& line, double bytes, const LogParameters& parameters = {});

/// F of a tier (§5): what the narrowest flow has left of the line. Requires: rates, all > 0 and not above `capacity`.
double contention_factor(double capacity, std::span<const double> rates);

}  // namespace collsim::oracle
