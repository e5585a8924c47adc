#pragma once

#include <functional>
#include <map>
#include <ostream>
#include <string>

#include "result/observer.h"

namespace collsim {

/// Writes one CSV record a flow when it is delivered (RFC 4180), and keeps none of them.
class FlowLog : public Observer {
 public:
  /// The size of each operation that has one size in all runs, by id; of any other it is that of the run.
  using Sizes = std::map<std::string, Bytes, std::less<>>;

  /// Writes the header record. Requires: `out` outlives the log.
  FlowLog(std::ostream& out, Sizes sizes);

  void run_started(Bytes size) override { run_size_ = size; }
  void flow_delivered(const FlowRecord& flow) override;

 private:
  Bytes size_of(const FlowRecord& flow) const;

  std::ostream& out_;
  Sizes sizes_;
  Bytes run_size_ = 0;
};

}  // namespace collsim
