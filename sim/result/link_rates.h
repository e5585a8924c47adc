#pragma once

#include <cstddef>
#include <cstdint>
#include <vector>

#include "base/time.h"
#include "base/units.h"

namespace collsim {

/// How fast bytes passed each link over a run of unknown length, as means over equal spans of time: at most
/// `most_spans` of them, which double in length when the time outgrows them, so that memory is bounded.
class LinkRates {
 public:
  static constexpr std::size_t most_spans = 128;

  /// So many bytes passed a link evenly from one instant to another; nothing where those are the same.
  void add(std::size_t link, Instant from, Instant to, double bytes);

  std::size_t links() const { return bytes_.size(); }
  Duration span() const { return Duration(span_); }
  double total(std::size_t link) const;
  /// Bytes per second in each span, from the start on; empty where nothing passed.
  std::vector<double> rates(std::size_t link) const;

 private:
  void widen();

  std::int64_t span_ = 1000;               // ps
  std::vector<std::vector<float>> bytes_;  // by link, by span
};

}  // namespace collsim
