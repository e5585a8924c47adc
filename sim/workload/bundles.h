#pragma once

#include <cstdint>
#include <optional>
#include <span>
#include <vector>

#include "base/slots.h"
#include "routing/stated_routes.h"
#include "workload/carrier.h"

namespace collsim {

/// A message's bytes over the ways that share it, in whole bytes that add up.
std::vector<Bytes> split_bytes(Bytes bytes, std::span<const StatedWay> ways);

/// Messages that go in parts, each a flow of its own: they have left when the last part has, and are delivered when the
/// last part is.
class Bundles {
 public:
  struct Left {
    Release sender_free, delivered;
  };

  /// A number for a message of so many parts.
  std::uint32_t open(int parts);
  /// Once all parts have left: what the whole was released by.
  std::optional<Left> part_left(std::uint32_t bundle, const Release& sender_free, const Release& delivered);

 private:
  struct Bundle {
    int parts_to_leave = 0;
    Left last;
  };
  std::vector<Bundle> bundles_;
  Slots slots_;  // of bundles_
};

}  // namespace collsim
