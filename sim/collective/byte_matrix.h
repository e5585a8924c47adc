#pragma once

#include <vector>

#include "base/units.h"
#include "collective/program.h"

namespace collsim {

/// How many bytes each rank sends to each, its own block included: what an alltoallv is told.
class ByteMatrix {
 public:
  /// `bytes` is by source, then by destination. Requires: ranks² entries, none negative.
  ByteMatrix(int ranks, std::vector<Bytes> bytes) : ranks_(ranks), bytes_(std::move(bytes)) {}

  int ranks() const { return ranks_; }
  Bytes bytes(Rank from, Rank to) const {
    return bytes_[static_cast<std::size_t>(from) * static_cast<std::size_t>(ranks_) + static_cast<std::size_t>(to)];
  }

 private:
  int ranks_;
  std::vector<Bytes> bytes_;
};

}  // namespace collsim
