#pragma once

#include <algorithm>
#include <vector>

#include "result/observer.h"

namespace collsim {

/// Tells several observers, in the order in which they were added. Requires: each outlives the group.
class ObserverGroup : public Observer {
 public:
  void add(Observer& member) { members_.push_back(&member); }

  void run_started(Bytes size) override {
    for (Observer* member : members_) member->run_started(size);
  }
  void operation_started(std::string_view id, Instant at) override {
    for (Observer* member : members_) member->operation_started(id, at);
  }
  void flow_delivered(const FlowRecord& flow) override {
    for (Observer* member : members_) member->flow_delivered(flow);
  }
  bool wants_flows() const override {
    return std::any_of(members_.begin(), members_.end(), [](const Observer* m) { return m->wants_flows(); });
  }
  void operation_ended(const CollectiveResult& collective) override {
    for (Observer* member : members_) member->operation_ended(collective);
  }
  void link_changed(std::uint32_t link, Instant at, double bandwidth) override {
    for (Observer* member : members_) member->link_changed(link, at, bandwidth);
  }
  void run_ended(const RunResult& run) override {
    for (Observer* member : members_) member->run_ended(run);
  }
  void progress(Instant now, double share) override {
    for (Observer* member : members_) member->progress(now, share);
  }

 private:
  std::vector<Observer*> members_;
};

}  // namespace collsim
