#include "collective/byte_matrix.h"

#include <algorithm>

namespace collsim {

Bytes ByteMatrix::sent_by(Rank rank) const {
  Bytes sum = 0;
  for (Rank to = 0; to < ranks_; ++to) sum += bytes(rank, to);
  return sum;
}

Bytes ByteMatrix::received_by(Rank rank) const {
  Bytes sum = 0;
  for (Rank from = 0; from < ranks_; ++from) sum += bytes(from, rank);
  return sum;
}

Bytes ByteMatrix::largest_buffer() const {
  Bytes largest = 0;
  for (Rank rank = 0; rank < ranks_; ++rank) largest = std::max({largest, sent_by(rank), received_by(rank)});
  return largest;
}

ByteMatrix ByteMatrix::transposed() const {
  std::vector<Bytes> turned;
  turned.reserve(bytes_.size());
  for (Rank to = 0; to < ranks_; ++to) {
    for (Rank from = 0; from < ranks_; ++from) turned.push_back(bytes(from, to));
  }
  return {ranks_, std::move(turned)};
}

}  // namespace collsim
