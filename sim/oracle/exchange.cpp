#include "oracle/exchange.h"

#include <algorithm>

namespace collsim::oracle {
namespace {

struct Port {
  Bytes sent = 0, received = 0;
};

Port port_of(const Counts& counts, int rank) {
  Port port;
  for (int other = 0; other < counts.ranks; ++other) {
    if (other == rank) continue;
    port.sent += counts.from_to(rank, other);
    port.received += counts.from_to(other, rank);
  }
  return port;
}

}  // namespace

double exchange_seconds(CostModel model, const Counts& counts, const Line& line, const LogParameters& parameters) {
  Bytes fullest = 0;
  for (int rank = 0; rank < counts.ranks; ++rank) {
    const Port port = port_of(counts, rank);
    fullest = std::max({fullest, port.sent, port.received});
  }
  return message_seconds(model, line, static_cast<double>(fullest), parameters);
}

double pairwise_exchange_seconds(CostModel model, const Counts& counts, const Line& line,
                                 const LogParameters& parameters) {
  double seconds = 0;
  for (int distance = 1; distance < counts.ranks; ++distance) {
    Bytes largest = 0;
    for (int from = 0; from < counts.ranks; ++from)
      largest = std::max(largest, counts.from_to(from, (from + distance) % counts.ranks));
    seconds += message_seconds(model, line, static_cast<double>(largest), parameters);
  }
  return seconds;
}

std::vector<Bytes> combine_counts(const Counts& dispatch, int growth) {
  std::vector<Bytes> back;
  back.reserve(dispatch.bytes.size());
  for (int from = 0; from < dispatch.ranks; ++from)
    for (int to = 0; to < dispatch.ranks; ++to) back.push_back(growth * dispatch.from_to(to, from));
  return back;
}

}  // namespace collsim::oracle
