#pragma once

#include "result/observer.h"
#include "workload/carrier.h"

namespace collsim {

/// Fills in which message it is and the links it took. Requires: the message outlives the record.
inline void tell_way(const Message& message, FlowRecord& flow) {
  flow.number = message.number;
  flow.links = message.route.links;
  flow.shares = message.route.shares;
  if (message.bottleneck != kNoLink) flow.bottleneck_link = message.bottleneck;
}

}  // namespace collsim
