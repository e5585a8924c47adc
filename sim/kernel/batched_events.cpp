#include "kernel/batched_events.h"

namespace collsim {

void BatchedEvents::add(Instant at, Item item) {
  if (open_ == kNone || open_at_ != at) {
    open_ = slots_.take();
    if (open_ == batches_.size()) batches_.emplace_back();
    open_at_ = at;
    queue_.schedule(at, *this, open_);
  }
  batches_[open_].push_back(item);
}

void BatchedEvents::handle(Instant, std::uint64_t tag) {
  const auto batch = static_cast<std::uint32_t>(tag);
  if (batch == open_) open_ = kNone;
  // Running an item may add others, and so move batches_.
  std::vector<Item> items = std::move(batches_[batch]);
  for (const Item item : items) run_(item);
  items.clear();
  batches_[batch] = std::move(items);
  slots_.give_back(batch);
}

}  // namespace collsim
