#include "flow/refill.h"

#include <algorithm>
#include <array>

#include "flow/heap.h"

namespace collsim {
namespace {

constexpr double kBelowAll = -1;
// A checkpoint copies every active resource; that is to cost a fraction of the filling between two of them.
constexpr std::size_t kTouchesPerCopy = 4;
// Rounding moves a share by less than this, as long as a resource has fewer than a million flows.
constexpr double kNearTie = 1e-9;
// So few are all near.
constexpr std::size_t kSmall = 64;

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
  affected_.resize(active_.size() + 1);  // one more: it is written before it is known to count
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
  near_.clear();
  far_.clear();
  for (const ResourceId r : active_) {
    if (fillings_[r].unsettled > 0) far_.push_back({0, r});
  }
  if (bindings_.capped == 0) return;
  for (FlowId flow = 0; flow < table_.slots(); ++flow) {
    if (table_.uses(flow).empty() || bindings_.cap[flow] == Bindings::kNever || settled(flow)) continue;
    far_.push_back({0, static_cast<std::uint32_t>(table_.resources()) + flow});
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
  while (batch_.empty()) {
    if (near_.empty() && far_.empty()) return false;
    if (near_.empty()) look_further();
    pop_batch();
  }
  level_ = batch_.front().level;
  return true;
}

/// Brings what is far up to date and takes the lowest part of it near. Where that part is all at one level it is the
/// batch, and needs no heap.
void Refill::look_further() {
  double least = Bindings::kNever;
  std::size_t kept = 0;
  for (Entry entry : far_) {
    if (is_spent(entry)) continue;
    entry.level = level_now(entry);
    least = std::min(least, entry.level);
    far_[kept++] = entry;
  }
  far_.resize(kept);
  horizon_ = kept <= kSmall ? Bindings::kNever : low_level_of_far();
  std::vector<Entry>& taken = horizon_ == least ? batch_ : near_;
  kept = 0;
  for (const Entry& entry : far_) {
    if (entry.level <= horizon_) {
      taken.push_back(entry);
    } else {
      far_[kept++] = entry;
    }
  }
  far_.resize(kept);
  std::make_heap(near_.begin(), near_.end(), Above{});
}

/// About one in eight is at or below it.
double Refill::low_level_of_far() {
  constexpr std::size_t kSamples = 64;
  std::array<double, kSamples> samples;
  for (std::size_t i = 0; i < kSamples; ++i) samples[i] = far_[i * far_.size() / kSamples].level;
  std::nth_element(samples.begin(), samples.begin() + kSamples / 8, samples.end());
  return samples[kSamples / 8];
}

/// A share only grows as others settle, so the top of the heap that is still up to date is the least of all.
void Refill::pop_batch() {
  while (!near_.empty() && (batch_.empty() || near_.front().level == batch_.front().level)) {
    Entry top = near_.front();
    const bool spent = is_spent(top);
    const double before = top.level;
    if (!spent) top.level = level_now(top);
    if (!spent && top.level > before && top.level <= horizon_) {
      replace_top(near_, top, Above{});
      continue;
    }
    if (!spent) (top.level > before ? far_ : batch_).push_back(top);
    std::pop_heap(near_.begin(), near_.end(), Above{});
    near_.pop_back();
  }
}

/// Settles the flows of everything in the batch. A flow is bound by the first on its route.
void Refill::run_out() {
  ++round_;
  affected_count_ = 0;
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
      settle(entry.index - static_cast<std::uint32_t>(fillings_.size()), bindings_.nothing());
    }
  }
}

/// Which flows are settled already is as good as random, so they are sorted out without a branch on it.
void Refill::settle_users(ResourceId resource) {
  const std::span<const FlowTable::User> users = table_.users(resource);
  open_.resize(std::max(open_.size(), users.size()));
  std::size_t open = 0;
  for (const FlowTable::User& user : users) {
    const Bindings::Flow& flow = bindings_.flows[user.flow];
    open_[open] = user.flow;
    open +=
        static_cast<std::size_t>(flow.stamp != stamp_) & static_cast<std::size_t>(bindings_.level[flow.bound] > base_);
  }
  const bool alone = batch_.size() == 1;
  for (std::size_t i = 0; i < open; ++i) {
    // A cap below the base, or a flow that claims the resource twice.
    if (!settled(open_[i])) settle(open_[i], alone ? resource : bindings_.nothing());
  }
}

bool Refill::settled(FlowId flow) const {
  return bindings_.flows[flow].stamp == stamp_ || bindings_.rate(flow) <= base_;
}

/// `bound` is nothing() where it is to be found out: the first on its route that runs out in this round.
void Refill::settle(FlowId flow_id, ResourceId bound) {
  Bindings::Flow& flow = bindings_.flows[flow_id];
  flow.stamp = stamp_;
  const std::span<const FlowTable::Use> uses = table_.uses(flow_id);
  for (const FlowTable::Use& use : uses) {
    affected_[affected_count_] = use.resource;
    affected_count_ += static_cast<std::size_t>(fillings_[use.resource].taken++ == 0);
  }
  if (bound == bindings_.nothing()) bound = first_out(uses);
  if (bound == flow.bound) return;
  flow.bound = bound;
  rebound_->flows.push_back(flow_id);
}

ResourceId Refill::first_out(std::span<const FlowTable::Use> uses) const {
  for (const FlowTable::Use& use : uses) {
    if (fillings_[use.resource].round == round_) return use.resource;
  }
  return bindings_.own();
}

void Refill::give_away() {
  for (std::size_t i = 0; i < affected_count_; ++i) {
    const ResourceId r = affected_[i];
    Filling& filling = fillings_[r];
    filling.left = canonical_rest(filling.left, filling.taken, level_);
    filling.last = level_;
    filling.unsettled -= filling.taken;
    touched_ += filling.taken;
    filling.taken = 0;
    // Near a tie rounding may have lowered the share, which a heap would not notice.
    if (!near_.empty() && filling.left <= level_ * filling.unsettled * (1 + kNearTie)) push_near(r);
  }
}

void Refill::push_near(ResourceId resource) {
  if (fillings_[resource].unsettled == 0) return;
  const Entry entry{level_now({0, resource}), resource};
  if (entry.level > horizon_) return;  // found in its place as it is looked for further up
  near_.push_back(entry);
  std::push_heap(near_.begin(), near_.end(), Above{});
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
