#pragma once

#include <functional>
#include <vector>

#include "base/slots.h"
#include "kernel/event_queue.h"

namespace collsim {

/// Many items due at the same instant as one event: the messages of a step enter the network together. An item joins
/// the batch added to last if that is due at the same instant and still to come; items of a batch run in the order of
/// adding.
class BatchedEvents final : private EventHandler {
 public:
  using Item = std::uint32_t;

  /// Requires: `queue` outlives this.
  BatchedEvents(EventQueue& queue, std::function<void(Item)> run) : queue_(queue), run_(std::move(run)) {}

  void add(Instant at, Item item);

 private:
  void handle(Instant now, std::uint64_t tag) override;

  static constexpr std::uint32_t kNone = static_cast<std::uint32_t>(-1);

  EventQueue& queue_;
  std::function<void(Item)> run_;
  std::vector<std::vector<Item>> batches_;
  Slots slots_;  // of batches_
  std::uint32_t open_ = kNone;
  Instant open_at_{};
};

}  // namespace collsim
