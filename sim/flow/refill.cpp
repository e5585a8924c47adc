#include "flow/refill.h"

#include <algorithm>

namespace collsim {
namespace {

constexpr double kBelowAll = -1;
// A checkpoint copies every active resource; that is to cost a fraction of the filling between two of them.
constexpr std::size_t kTouchesPerCopy = 4;
// Rounding moves a share by less than this, as long as a resource has fewer than a million flows.
constexpr double kNearTie = 1e-9;
// While a round settles this share of what there is, passing over all of it beats a heap.
constexpr std::size_t kWorthScanning = 16;

}  // namespace

Refill::Refill(const FlowTable& table, Bindings& bindings)
    : table_(table), bindings_(bindings), is_active_(table.resources(), 0), fillings_(table.resources()) {}

void Refill::include(ResourceId resource) {
  if (is_active_[resource]) return;
  is_active_[resource] = 1;
  active_.push_back(resource);
}

void Refill::invalidate_from(double level) {
  while (!checkpoints_.empty() && checkpoints_.back().level >= level) {
    spare_.push_back(std::move(checkpoints_.back().fillings));
    checkpoints_.pop_back();
  }
}

void Refill::run(Rebound& rebound) {
  rebound_ = &rebound;
  restore();
  collect_entries();
  while (take_batch()) {
    run_out();
    give_away();
    if (touched_ >= kTouchesPerCopy * active_.size()) write_checkpoint();
  }
}

void Refill::restore() {
  drop_unused();
  base_ = checkpoints_.empty() ? kBelowAll : checkpoints_.back().level;
  round_ = 0;
  touched_ = 0;
  heaped_ = false;
  if (++stamp_ == 0) {
    for (Bindings::Flow& flow : bindings_.flows) flow.stamp = 0;
    stamp_ = 1;
  }
  for (std::size_t i = 0; i < active_.size(); ++i) {
    const ResourceId r = active_[i];
    fillings_[r] = restored(i);
    if (bindings_.level[r] > base_) bindings_.level[r] = Bindings::kNever;
  }
}

Refill::Filling Refill::restored(std::size_t position) const {
  const ResourceId r = active_[position];
  const auto users = static_cast<std::uint32_t>(table_.users(r).size());
  if (checkpoints_.empty() || position >= checkpoints_.back().fillings.size()) {
    return {bindings_.capacity[r], kBelowAll, users, 0, 0};
  }
  Filling filling = checkpoints_.back().fillings[position];
  filling.unsettled = users - filling.unsettled;
  return filling;
}

/// Checkpoints go by position in the list, so it stays as it is while there are any.
void Refill::drop_unused() {
  if (!checkpoints_.empty()) return;
  const auto unused = [this](ResourceId r) {
    if (!table_.users(r).empty()) return false;
    is_active_[r] = 0;
    bindings_.level[r] = Bindings::kNever;
    return true;
  };
  active_.erase(std::remove_if(active_.begin(), active_.end(), unused), active_.end());
}

void Refill::collect_entries() {
  entries_.clear();
  for (const ResourceId r : active_) {
    if (fillings_[r].unsettled > 0) entries_.push_back({0, r});
  }
  if (bindings_.capped == 0) return;
  for (FlowId flow = 0; flow < table_.slots(); ++flow) {
    if (table_.uses(flow).empty() || bindings_.cap[flow] == Bindings::kNever || settled(flow)) continue;
    entries_.push_back({0, static_cast<std::uint32_t>(table_.resources()) + flow});
  }
}

bool Refill::is_spent(const Entry& entry) const {
  if (entry.index < fillings_.size()) return fillings_[entry.index].unsettled == 0;
  return settled(entry.index - static_cast<std::uint32_t>(fillings_.size()));
}

double Refill::level_now(const Entry& entry) const {
  if (entry.index >= fillings_.size()) return bindings_.cap[entry.index - fillings_.size()];
  const Filling& filling = fillings_[entry.index];
  return canonical_share(filling.left, filling.unsettled, filling.last);
}

/// Finds all that runs out at the next level.
bool Refill::take_batch() {
  batch_.clear();
  if (heaped_) {
    pop_batch();
  } else {
    scan_for_batch();
  }
  if (batch_.empty()) return false;
  level_ = batch_.front().level;
  return true;
}

void Refill::scan_for_batch() {
  double least = Bindings::kNever;
  std::size_t kept = 0;
  for (Entry entry : entries_) {
    if (is_spent(entry)) continue;
    entry.level = level_now(entry);
    least = std::min(least, entry.level);
    entries_[kept++] = entry;
  }
  entries_.resize(kept);
  for (const Entry& entry : entries_) {
    if (entry.level == least) batch_.push_back(entry);
  }
  if (batch_.size() * kWorthScanning >= entries_.size()) return;
  std::make_heap(entries_.begin(), entries_.end(), above);
  heaped_ = true;
  batch_.clear();
  pop_batch();
}

/// A share only grows as others settle, so the top of the heap that is still up to date is the least of all.
void Refill::pop_batch() {
  while (!entries_.empty() && (batch_.empty() || entries_.front().level == batch_.front().level)) {
    std::pop_heap(entries_.begin(), entries_.end(), above);
    Entry& entry = entries_.back();
    if (is_spent(entry)) {
      entries_.pop_back();
      continue;
    }
    const double now = level_now(entry);
    if (now > entry.level) {
      entry.level = now;
      std::push_heap(entries_.begin(), entries_.end(), above);
      continue;
    }
    batch_.push_back(entry);
    entries_.pop_back();
  }
}

/// Settles the flows of everything in the batch. A flow is bound by the first on its route.
void Refill::run_out() {
  ++round_;
  affected_.clear();
  for (const Entry& entry : batch_) {
    if (entry.index >= fillings_.size()) continue;
    fillings_[entry.index].round = round_;
    bindings_.level[entry.index] = level_;
    rebound_->resources.push_back(entry.index);
  }
  for (const Entry& entry : batch_) {
    if (entry.index < fillings_.size()) {
      settle_users(entry.index);
    } else if (!is_spent(entry)) {
      settle(entry.index - static_cast<std::uint32_t>(fillings_.size()));
    }
  }
}

void Refill::settle_users(ResourceId resource) {
  for (const FlowTable::User& user : table_.users(resource)) {
    if (!settled(user.flow)) settle(user.flow);
  }
}

bool Refill::settled(FlowId flow) const {
  return bindings_.flows[flow].stamp == stamp_ || bindings_.rate(flow) <= base_;
}

void Refill::settle(FlowId flow_id) {
  Bindings::Flow& flow = bindings_.flows[flow_id];
  flow.stamp = stamp_;
  ResourceId bound = bindings_.own();
  for (const FlowTable::Use& use : table_.uses(flow_id)) {
    Filling& filling = fillings_[use.resource];
    if (filling.taken++ == 0) affected_.push_back(use.resource);
    if (bound == bindings_.own() && filling.round == round_) bound = use.resource;
  }
  if (bound == flow.bound) return;
  flow.bound = bound;
  rebound_->flows.push_back(flow_id);
}

void Refill::give_away() {
  for (const ResourceId r : affected_) {
    Filling& filling = fillings_[r];
    filling.left = canonical_rest(filling.left, filling.taken, level_);
    filling.last = level_;
    filling.unsettled -= filling.taken;
    touched_ += filling.taken;
    filling.taken = 0;
    // Near a tie rounding may have lowered the share, which the heap would not notice.
    if (heaped_ && filling.left <= level_ * filling.unsettled * (1 + kNearTie)) push_entry(r);
  }
}

void Refill::push_entry(ResourceId resource) {
  if (fillings_[resource].unsettled == 0) return;
  entries_.push_back({level_now({0, resource}), resource});
  std::push_heap(entries_.begin(), entries_.end(), above);
}

void Refill::write_checkpoint() {
  touched_ = 0;
  std::vector<Filling> fillings;
  if (!spare_.empty()) {
    fillings = std::move(spare_.back());
    spare_.pop_back();
  }
  fillings.clear();
  for (const ResourceId r : active_) {
    fillings.push_back(fillings_[r]);
    fillings.back().unsettled = static_cast<std::uint32_t>(table_.users(r).size()) - fillings.back().unsettled;
    fillings.back().round = 0;
  }
  checkpoints_.push_back({level_, std::move(fillings)});
}

}  // namespace collsim
