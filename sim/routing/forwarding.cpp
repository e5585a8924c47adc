#include "routing/forwarding.h"

#include <algorithm>
#include <limits>

namespace collsim {
namespace {

constexpr std::size_t kRowMemory = std::size_t{72} << 20;
constexpr Duration kNever = Duration::max();

}  // namespace

ForwardingTables::ForwardingTables(const Core& core, Ties ties)
    : core_(core), ties_(ties), rows_(core.destinations.size()) {}

ForwardingTables::Answer ForwardingTables::find(const Attachment& from, const Attachment& to, std::uint32_t choice,
                                                Path& out) {
  Row& row = row_to(to.destination);
  if (row.unknown) return Answer::unknown;
  const std::uint32_t width = row.width_of.empty() ? 0 : row.width_of[from.source];
  if (width == kNone || row.steps.empty()) return Answer::none;
  if (row.steps[width].empty()) make_steps(row, to.destination, width);
  const std::uint32_t* steps = row.steps[width].data();
  const LinkId* of_sender = core_.own_links.data() + from.own_links;
  const LinkId* of_receiver = core_.own_links.data() + to.own_links;
  LinkId* next = out.links.data();
  Duration latency{};
  if (steps[from.source] == StepPool::kNoSteps) return Answer::none;
  CoreState state = from.source;
  do {
    const Step& step = pool_.choose(steps[state], choice);
    for (std::uint32_t i = 0; i < step.count; ++i) *next++ = step.links[i].resolve(of_sender, of_receiver);
    latency += step.cost;
    state = step.to;
  } while (state != Step::kArrived);
  out.hops = static_cast<std::size_t>(next - out.links.data());
  out.latency = latency;
  return Answer::found;
}

ForwardingTables::Row& ForwardingTables::row_to(std::uint32_t destination) {
  Row& row = rows_[destination];
  if (!row.made) make_row(row, destination);
  return row;
}

void ForwardingTables::make_row(Row& row, std::uint32_t destination) {
  make_room();
  measure(destination);
  row.made = true;
  made_.push_back(destination);
  row.unknown = bypassed();
  if (!row.unknown) sort_by_width(row);
  row_bytes_ += bytes_of(row);
}

void ForwardingTables::sort_by_width(Row& row) const {
  std::vector<CoreState> sources = order_;
  const auto no_source = [&](CoreState s) { return s >= component_->size() || is_end(s); };
  sources.erase(std::remove_if(sources.begin(), sources.end(), no_source), sources.end());
  std::vector<double> widths;
  for (const CoreState s : sources) widths.push_back(width_[s]);
  std::sort(widths.begin(), widths.end());
  row.widths.assign(widths.begin(), std::unique(widths.begin(), widths.end()));
  row.steps.resize(row.widths.size());
  if (row.widths.size() <= 1) return;
  row.width_of.assign(component_->size(), kNone);
  for (const CoreState s : sources) {
    const auto at = std::lower_bound(row.widths.begin(), row.widths.end(), width_[s]);
    row.width_of[s] = static_cast<std::uint32_t>(at - row.widths.begin());
  }
}

void ForwardingTables::make_steps(Row& row, std::uint32_t destination, std::uint32_t width) {
  if (measured_ != destination) measure(destination);
  row_bytes_ -= bytes_of(row);
  std::vector<std::uint32_t>& steps = row.steps[width];
  steps.assign(component_->size() + destination_->nics, StepPool::kNoSteps);
  for (const CoreState state : order_) {
    if (is_end(state)) continue;
    to_go_[state] = kNever;
    if (width_[state] < row.widths[width]) continue;
    collect_best(state, row.widths[width]);
    if (best_.size() == 1) join_with_next(best_.front(), steps);
    steps[state] = pool_.keep(best_);
  }
  row_bytes_ += bytes_of(row);
}

/// Drops a row here and there, as a shuffle would: those who go through all destinations over and over find what share
/// of them fits, where the longest unused would always be the next one needed.
void ForwardingTables::make_room() {
  while (row_bytes_ > kRowMemory && !made_.empty()) {
    next_to_go_ = next_to_go_ * 1664525U + 1013904223U;  // Numerical Recipes' linear congruence
    std::swap(made_[(next_to_go_ >> 8) % made_.size()], made_.back());
    Row& row = rows_[made_.back()];
    row_bytes_ -= bytes_of(row);
    row = Row{};
    made_.pop_back();
  }
}

std::size_t ForwardingTables::bytes_of(const Row& row) const {
  std::size_t bytes = row.widths.capacity() * sizeof(double) + row.width_of.capacity() * sizeof(std::uint32_t) +
                      row.steps.capacity() * sizeof(row.steps[0]);
  for (const auto& steps : row.steps) bytes += steps.capacity() * sizeof(std::uint32_t);
  return bytes;
}

std::size_t ForwardingTables::memory_bytes() const {
  return pool_.memory_bytes() + rows_.capacity() * sizeof(Row) + made_.capacity() * sizeof(made_[0]) + row_bytes_ +
         hops_.capacity() * sizeof(hops_[0]) + width_.capacity() * sizeof(double) +
         to_go_.capacity() * sizeof(Duration) + order_.capacity() * sizeof(CoreState) + best_.capacity() * sizeof(Step);
}

void ForwardingTables::measure(std::uint32_t destination) {
  measured_ = destination;
  destination_ = &core_.destinations[destination];
  component_ = &core_.components[destination_->component];
  const CoreState chip = component_->size() + destination_->nics;
  hops_.assign(chip + 1, kFar);
  width_.assign(chip + 1, std::numeric_limits<double>::infinity());
  to_go_.assign(chip + 1, Duration{});
  order_.clear();
  if (destination_->states.empty()) reach(chip, 0);
  for (const CoreState state : destination_->states) reach(state, 0);
  for (std::size_t i = 0; i < order_.size(); ++i) {
    const CoreState state = order_[i];
    if (!is_end(state)) width_[state] = widest(state);
    reach_before(state);
  }
}

void ForwardingTables::reach(CoreState state, std::uint32_t hops) {
  if (hops_[state] != kFar) return;
  hops_[state] = hops;
  order_.push_back(state);
}

void ForwardingTables::reach_before(CoreState state) {
  const CoreComponent& c = *component_;
  if (state < c.size()) {
    if (!is_end(state) && c.passable[state] == 0) return;
    for (auto i = c.first_before[state]; i < c.first_before[state + 1]; ++i) reach(c.before[i], hops_[state] + 1);
    return;
  }
  for (const Arrival& a : destination_->arrivals) {
    if (a.edge.to + c.size() == state) reach(a.leaves_core ? a.from : c.size() + a.from, hops_[state] + 1);
  }
}

/// The edges of a state and the arrivals among them, as they stand in the file.
template <class Visit>
void ForwardingTables::for_edges(CoreState state, Visit visit) const {
  const CoreComponent& c = *component_;
  const bool in_core = state < c.size();
  const CoreEdge* edges = in_core ? c.edges.data() + c.first_edge[state] : nullptr;
  const std::uint32_t count = in_core ? c.first_edge[state + 1] - c.first_edge[state] : 0;
  std::uint32_t done = 0;
  for (const Arrival& a : destination_->arrivals) {
    if ((a.leaves_core ? a.from : c.size() + a.from) != state) continue;
    while (done < count && done < a.edges_ahead) visit(edges[done++]);
    CoreEdge arrival = a.edge;
    arrival.to += c.size();
    visit(arrival);
  }
  while (done < count) visit(edges[done++]);
}

bool ForwardingTables::leads_on(CoreState state, CoreState to) const {
  return hops_[to] != kFar && hops_[to] + 1 == hops_[state] &&
         (is_end(to) || to >= component_->size() || component_->passable[to] != 0);
}

double ForwardingTables::widest(CoreState state) const {
  double best = 0;
  for_edges(state, [&](const CoreEdge& e) {
    if (leads_on(state, e.to)) best = std::max(best, std::min(e.bandwidth, width_[e.to]));
  });
  return best;
}

Duration ForwardingTables::cost(const CoreEdge& edge) const {
  if (is_end(edge.to) || edge.to >= component_->size()) return edge.latency;
  return edge.latency + component_->through[edge.to];
}

void ForwardingTables::collect_best(CoreState state, double width) {
  best_.clear();
  for_edges(state, [&](const CoreEdge& e) { add_if_best(state, e, width); });
  if (ties_ == Ties::file_order) best_.resize(1);
}

void ForwardingTables::add_if_best(CoreState state, const CoreEdge& edge, double width) {
  if (!leads_on(state, edge.to) || edge.bandwidth < width || to_go_[edge.to] == kNever) return;
  const Duration own = cost(edge);
  const Duration all = own + to_go_[edge.to];
  if (all > to_go_[state]) return;
  if (all < to_go_[state]) best_.clear();
  to_go_[state] = all;
  best_.push_back({{edge.link}, is_end(edge.to) ? Step::kArrived : edge.to, 1, 1, own});
}

/// Inside a stub and into one. In the core hops stay single: as they are, many destinations share them.
void ForwardingTables::join_with_next(Step& step, const std::vector<std::uint32_t>& steps) const {
  if (step.to == Step::kArrived) return;
  const Step* next = pool_.only(steps[step.to]);
  if (next == nullptr || next->links[0].owner() == LinkName::core) return;
  if (step.count + next->count > Step::kMostLinks) return;
  std::copy_n(next->links.begin(), next->count, step.links.begin() + step.count);
  step.count += next->count;
  step.cost += next->cost;
  step.to = next->to;
}

/// Whether the nic of a stub could carry a route of others to this destination, or one as good as theirs.
bool ForwardingTables::bypassed() const {
  return std::any_of(component_->bypasses.begin(), component_->bypasses.end(), [&](const auto& pair) {
    const std::uint32_t at = hops_[pair.first];
    const std::uint32_t beyond = hops_[pair.second];
    return beyond != kFar && (at == kFar || at >= beyond + 2);
  });
}

}  // namespace collsim
