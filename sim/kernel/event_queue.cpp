#include "kernel/event_queue.h"

#include <algorithm>
#include <cassert>

namespace collsim {

bool EventQueue::later(const Entry& a, const Entry& b) { return a.at != b.at ? a.at > b.at : a.sequence > b.sequence; }

EventQueue::Id EventQueue::schedule(Instant at, EventHandler& handler, std::uint64_t tag) {
  assert(at >= now_);
  Id id;
  id.slot = numbers_.take();
  if (id.slot == slots_.size()) slots_.emplace_back();
  id.sequence = next_sequence_++;
  slots_[id.slot] = {&handler, tag, id.sequence};
  heap_.push_back({at, id.sequence, id.slot});
  std::push_heap(heap_.begin(), heap_.end(), later);
  return id;
}

bool EventQueue::cancel(Id id) {
  if (id.sequence == 0 || slots_[id.slot].sequence != id.sequence) return false;
  slots_[id.slot].sequence = 0;
  ++cancelled_;
  // A wake-up that moves at every instant would otherwise leave a trail of dead entries far in the future.
  if (cancelled_ > 64 && cancelled_ > heap_.size() / 2) compact();
  return true;
}

void EventQueue::compact() {
  const auto dead = [this](const Entry& e) {
    if (slots_[e.slot].sequence == e.sequence) return false;
    numbers_.give_back(e.slot);
    return true;
  };
  heap_.erase(std::remove_if(heap_.begin(), heap_.end(), dead), heap_.end());
  std::make_heap(heap_.begin(), heap_.end(), later);
  cancelled_ = 0;
}

void EventQueue::pop_top() {
  numbers_.give_back(heap_.front().slot);
  std::pop_heap(heap_.begin(), heap_.end(), later);
  heap_.pop_back();
}

void EventQueue::drop_cancelled_top() {
  while (!heap_.empty() && slots_[heap_.front().slot].sequence != heap_.front().sequence) {
    pop_top();
    --cancelled_;
  }
}

Instant EventQueue::next_at() {
  drop_cancelled_top();
  return heap_.empty() ? Instant::max() : heap_.front().at;
}

void EventQueue::run_top() {
  Slot& slot = slots_[heap_.front().slot];
  EventHandler& handler = *slot.handler;
  const std::uint64_t tag = slot.tag;
  slot.sequence = 0;
  pop_top();
  ++events_run_;
  handler.handle(now_, tag);
}

bool EventQueue::run_instant() {
  drop_cancelled_top();
  if (heap_.empty()) return false;
  now_ = heap_.front().at;
  const auto due = [this] {
    drop_cancelled_top();
    return !heap_.empty() && heap_.front().at == now_;
  };
  do {
    while (due()) run_top();
    if (listener_ != nullptr) listener_->instant_ended(now_);
  } while (due());
  return true;
}

}  // namespace collsim
