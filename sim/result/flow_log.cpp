#include "result/flow_log.h"

#include <utility>

#include "result/csv.h"

namespace collsim {
namespace {

constexpr const char* columns[] = {"operation", "size_bytes", "channel",       "phase",       "chunk",
                                   "step",      "source",     "destination",   "source_rank", "destination_rank",
                                   "bytes",     "start_us",   "first_byte_us", "end_us",      "delivered_us",
                                   "rate_GBps", "bottleneck"};

/// The mean over its time in the network.
double rate_GBps(const FlowRecord& flow) {
  const Duration time = flow.last_byte - flow.first_byte;
  return time > Duration::zero() ? 1e3 * static_cast<double>(flow.bytes) / static_cast<double>(time.count()) : 0;
}

}  // namespace

FlowLog::FlowLog(std::ostream& out, Sizes sizes) : out_(out), sizes_(std::move(sizes)) {
  CsvRecord header;
  for (const char* column : columns) header << column;
  header.write(out_);
}

void FlowLog::flow_delivered(const FlowRecord& flow) {
  CsvRecord record;
  record << flow.operation << size_of(flow);
  record << flow.cell.channel << flow.cell.phase << flow.cell.chunk << flow.cell.step;
  record << flow.from << flow.to << flow.from_rank << flow.to_rank << flow.bytes;
  for (Instant t : {flow.start, flow.first_byte, flow.last_byte, flow.delivered}) record << to_microseconds(t);
  record << rate_GBps(flow) << flow.bottleneck;
  record.write(out_);
}

Bytes FlowLog::size_of(const FlowRecord& flow) const {
  const auto known = sizes_.find(flow.operation);
  return known == sizes_.end() ? run_size_ : known->second;
}

}  // namespace collsim
