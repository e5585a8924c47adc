#pragma once

#include <vector>

#include "base/units.h"
#include "collective/program.h"

namespace collsim {

/// How many bytes each rank sends to each, its own block included: what an alltoallv is told.
class ByteMatrix {
 public:
  /// `bytes` is by source, then by destination. Requires: ranks² entries, none negative, their sum below 2^63.
  ByteMatrix(int ranks, std::vector<Bytes> bytes) : ranks_(ranks), bytes_(std::move(bytes)) {}

  int ranks() const { return ranks_; }
  Bytes bytes(Rank from, Rank to) const {
    return bytes_[static_cast<std::size_t>(from) * static_cast<std::size_t>(ranks_) + static_cast<std::size_t>(to)];
  }

  /// What a rank hands in or gets, its own block included.
  Bytes sent_by(Rank rank) const;
  Bytes received_by(Rank rank) const;
  /// M: the most that any rank sends or receives, as nccl-tests' alltoallv takes it for its bandwidths. Of an equal
  /// split each rank's input.
  Bytes largest_buffer() const;
  /// What goes back where every byte returns to its source.
  ByteMatrix transposed() const;
  bool operator==(const ByteMatrix&) const = default;

 private:
  int ranks_;
  std::vector<Bytes> bytes_;
};

}  // namespace collsim
