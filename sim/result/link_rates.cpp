#include "result/link_rates.h"

#include <algorithm>
#include <numeric>

namespace collsim {

void LinkRates::add(std::size_t link, Instant from, Instant to, double bytes) {
  const std::int64_t begin = from.time_since_epoch().count(), end = to.time_since_epoch().count();
  if (begin >= end) return;
  while (end > span_ * static_cast<std::int64_t>(most_spans)) widen();
  if (link >= bytes_.size()) bytes_.resize(link + 1);
  std::vector<float>& spans = bytes_[link];
  spans.resize(std::max(spans.size(), static_cast<std::size_t>((end - 1) / span_ + 1)));
  for (std::int64_t at = begin / span_; at * span_ < end; ++at) {
    const std::int64_t inside = std::min(end, (at + 1) * span_) - std::max(begin, at * span_);
    const double share = static_cast<double>(inside) / static_cast<double>(end - begin);
    spans[static_cast<std::size_t>(at)] += static_cast<float>(bytes * share);
  }
}

double LinkRates::total(std::size_t link) const {
  return std::accumulate(bytes_[link].begin(), bytes_[link].end(), 0.0);
}

std::vector<double> LinkRates::rates(std::size_t link) const {
  std::vector<double> rates;
  for (const float bytes : bytes_[link]) rates.push_back(bytes * 1e12 / static_cast<double>(span_));
  return rates;
}

void LinkRates::widen() {
  span_ *= 2;
  for (std::vector<float>& spans : bytes_) {
    for (std::size_t i = 0; i < spans.size(); i += 2)
      spans[i / 2] = spans[i] + (i + 1 < spans.size() ? spans[i + 1] : 0);
    spans.resize((spans.size() + 1) / 2);
  }
}

}  // namespace collsim
