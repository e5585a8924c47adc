#pragma once

#include "base/time.h"

namespace collsim {

/// Where the time went along the critical path, in five parts that add up to it exactly (model.md §9): start-up is
/// α_start; path is α_path; transfer the bytes at the best rate that the operation's own ports and the narrowest
/// link of the route allow; contention the rest of the transmission; waiting the time until a late rank enters, and
/// time at rate 0.
struct Ledger {
  Duration startup{}, path{}, transfer{}, contention{}, waiting{};

  Duration total() const { return startup + path + transfer + contention + waiting; }
  Ledger& operator+=(const Ledger& other);
  friend Ledger operator+(Ledger a, const Ledger& b) { return a += b; }
  Ledger& operator-=(const Ledger& other);
  friend Ledger operator-(Ledger a, const Ledger& b) { return a -= b; }
  bool operator==(const Ledger&) const = default;
};

/// `latency` where start-up and path exceed 80 % of the time without waiting, `bandwidth` below 20 %, else `knee`.
const char* regime(const Ledger& ledger);

}  // namespace collsim
