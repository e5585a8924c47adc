#include "workload/bundles.h"

#include <algorithm>
#include <cmath>

namespace collsim {

std::vector<Bytes> split_bytes(Bytes bytes, std::span<const StatedWay> ways) {
  std::vector<Bytes> parts;
  double share = 0;
  Bytes given = 0;
  for (std::size_t i = 0; i < ways.size(); ++i) {
    share += ways[i].share;
    // The shares add up to 1, but for rounding.
    const bool last = i + 1 == ways.size();
    const Bytes up_to = last ? bytes : std::llround(static_cast<double>(bytes) * std::min(share, 1.0));
    parts.push_back(std::min(up_to, bytes) - given);
    given += parts.back();
  }
  return parts;
}

std::uint32_t Bundles::open(int parts) {
  const std::uint32_t bundle = slots_.take();
  if (bundle == bundles_.size()) bundles_.emplace_back();
  bundles_[bundle] = {parts, {}};
  return bundle;
}

std::optional<Bundles::Left> Bundles::part_left(std::uint32_t id, const Release& sender_free,
                                                const Release& delivered) {
  Bundle& bundle = bundles_[id];
  Left& last = bundle.last;
  if (sender_free.at >= last.sender_free.at) last.sender_free = sender_free;
  if (delivered.at >= last.delivered.at) last.delivered = delivered;
  if (--bundle.parts_to_leave > 0) return {};
  slots_.give_back(id);
  return last;
}

}  // namespace collsim
