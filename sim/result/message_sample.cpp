#include "result/message_sample.h"

#include <algorithm>

namespace collsim {

void MessageSample::add(const TracedMessage& message) {
  ++seen_;
  if (message.from % stride_ != 0 || cut_short_) return;
  kept_.push_back(message);
  while (kept_.size() > most_) thin();
}

void MessageSample::thin() {
  const bool only_first = std::all_of(kept_.begin(), kept_.end(), [](const TracedMessage& m) { return m.from == 0; });
  if (only_first) {
    cut_short_ = true;
    kept_.resize(kept_.size() > most_ ? most_ : kept_.size() / 2);
    return;
  }
  stride_ *= 2;
  kept_.erase(
      std::remove_if(kept_.begin(), kept_.end(), [this](const TracedMessage& m) { return m.from % stride_ != 0; }),
      kept_.end());
}

}  // namespace collsim
