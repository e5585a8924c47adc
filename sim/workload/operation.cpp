#include "workload/operation.h"

#include <algorithm>
#include <cassert>
#include <tuple>

#include <fmt/format.h>

#include "base/error.h"
#include "collective/verifier.h"
#include "workload/flow_record.h"

namespace collsim {
namespace {

const Algorithm& algorithm_of(const CollectiveSpec& spec) {
  const Algorithm* algorithm = find_algorithm(spec.algorithm, spec.op);
  assert(algorithm != nullptr);
  return *algorithm;
}

std::int64_t steps_of(const Shape& shape) {
  std::int64_t steps = 0;
  for (const int s : shape.steps) steps += s;
  return steps * shape.chunks;
}

/// Of several deliveries at one instant the critical path takes the one with the lowest step, channel, source and
/// destination.
auto order_of(const Cell& cell, Rank from, Rank to) {
  return std::tuple(cell.phase, cell.chunk, cell.step, cell.channel, from, to);
}

}  // namespace

OperationRun::OperationRun(World world, const Model& model, Setup setup, OperationListener& listener)
    : world_(world),
      setup_(std::move(setup)),
      listener_(listener),
      problem_(setup_.problem),
      algorithm_(algorithm_of(setup_.spec)),
      program_(make_program(algorithm_, problem_)),
      ways_(world.topology, world.routers, algorithm_.in_network, setup_.spec.id, setup_.chips),
      ports_(*program_, problem_.ranks, [this](const Transfer& t) { return ways_.expected(t); }),
      policy_(model.sync == Sync::barrier ? make_barrier(*this, world.queue) : make_dataflow(*this, world.queue)),
      jitter_(model.jitter),
      lead_(lead_in(model, spec(), spec().protocol, problem_.size, problem_.ranks, problem_.chunks)),
      lone_step_(std::make_unique<LoneStep>(*program_, problem_.ranks, world.fabric, terms_, model.sharing,
                                            [this](Rank from, Rank to) { return ways_.view(from, to); })),
      // A checked run has every allocation proved, and thereby proves what is settled by arithmetic otherwise.
      steps_may_stand_alone_(!overlaps_itself() && !model.jitter && setup_.slowness.empty() &&
                             world.routers.one_route_a_pair() && !world.check && model.fairness == Fairness::flow &&
                             spec().weight == 1 && !spec().rate_cap && !model.pieces &&
                             (world.observer == nullptr || !world.observer->wants_flows())) {
  set_terms(terms_, model_for(model, spec(), problem_.size, problem_.ranks));
  set_terms(switched_terms_, model.of(Kernel::in_network, problem_.size));
  for (const Duration d : setup_.lateness) last_entry_ = std::max(last_entry_, d);
}

OperationRun::~OperationRun() = default;

void OperationRun::set_terms(MessageTerms& terms, const Model& model) const {
  const AlphaStart alpha = model.alpha_start_of(spec().protocol);
  terms.alpha_sender = alpha.sender;
  terms.alpha_receiver = alpha.receiver;
  terms.utilization = model.utilization_of(spec().protocol);
  terms.utilization_class = world_.fabric.utilization_class(terms.utilization);
  terms.weight = spec().weight;
  terms.priority = spec().priority;
  terms.fairness = model.fairness;
  terms.job = setup_.job;
  if (spec().rate_cap) terms.cap = *spec().rate_cap;
  if (model.pieces) terms.cap = std::min(terms.cap, model.pieces->rate() / terms.utilization);
}

Release OperationRun::launched() const {
  Release release{later(later(start_, lead_.launch), lead_.staging), {}};
  release.ledger.startup = lead_.launch;
  release.ledger.transfer = lead_.staging;
  return release;
}

Duration OperationRun::lateness(Rank rank) const {
  return setup_.lateness.empty() ? Duration{} : setup_.lateness[static_cast<std::size_t>(rank)];
}

std::int64_t OperationRun::rank_steps() const {
  return steps_of(program_->shape()) * program_->shape().channels * problem_.ranks;
}

double OperationRun::messages_one_by_one() const {
  const Shape& shape = program_->shape();
  double messages = 0;
  for (int phase = 0; phase < static_cast<int>(shape.steps.size()); ++phase) {
    std::optional<std::uint64_t> before;
    int apart = 0;
    for (int step = 0; step < shape.steps[static_cast<std::size_t>(phase)]; ++step) {
      const auto signature = program_->signature({0, phase, 0, step});
      if (!steps_may_stand_alone_ || !signature || signature != before) ++apart;
      before = signature;
    }
    messages += apart * sends_of_step({0, phase, 0, 0});
  }
  return messages * shape.channels * shape.chunks;
}

/// From some of the ranks, evenly spread.
double OperationRun::sends_of_step(Cell cell) const {
  const Rank asked = std::min(ranks(), 64);
  std::vector<Transfer> transfers;
  for (Rank i = 0; i < asked; ++i) {
    program_->sends(cell, static_cast<Rank>(std::int64_t{i} * ranks() / asked), transfers);
  }
  return static_cast<double>(transfers.size()) / asked * ranks();
}

bool OperationRun::overlaps_itself() const {
  const Shape& shape = program_->shape();
  return shape.channels > 1 || (shape.chunks > 1 && shape.steps.size() > 1);
}

void OperationRun::start() {
  started_ = true;
  start_ = world_.queue.now();
  for (Rank r = 0; r < ranks(); ++r) rank_end_.push_back(later(start_, lateness(r)));
  used_.assign(world_.fabric.resource_count(), 0);
  if (world_.check) {
    if (const auto fault = find_fault(*program_, problem_)) {
      throw CheckError(fmt::format("'{}': the schedule of {} {} failed its proof: {}", spec().id, spec().algorithm,
                                   to_string(spec().op), *fault));
    }
  }
  if (world_.observer != nullptr) world_.observer->operation_started(spec().id, start_);
  policy_->start();
}

int OperationRun::post(Cell cell, Rank rank, const Release& released) {
  transfers_.clear();
  program_->sends(cell, rank, transfers_);
  const auto sends = static_cast<int>(transfers_.size());
  for (const Transfer& t : transfers_) {
    if (t.more_from.empty()) {
      send(cell, t, sends, released);
    } else if (const auto last = meetings_.arrive(cell, t, rank, released)) {
      send(cell, t, sends, *last);
    }
  }
  return sends;
}

std::optional<Release> OperationRun::settle_alone(Cell cell, const Release& released) {
  if (!undisturbed(released)) return {};
  const StepOutcome* step = outcome(cell);
  if (step == nullptr) return {};
  Release last{later(released.at, step->length), released.ledger + step->ledger};
  if (world_.queue.next_at() <= last.at) return {};
  ++settled_.times;
  settled_.last_release = released.at;
  result_.flows += step->messages;
  if (!last_ || last.at > last_->release.at) last_ = {last, cell, step->from, step->to};
  return last;
}

bool OperationRun::undisturbed(const Release& released) const {
  const bool usual_ways = world_.failover == nullptr || !world_.failover->any_dead();
  return steps_may_stand_alone_ && usual_ways && world_.carrier.idle() && released.at >= later(start_, last_entry_);
}

/// Steps with one signature come out alike as long as the fabric is the same.
const StepOutcome* OperationRun::outcome(Cell cell) {
  const auto signature = program_->signature(cell);
  const std::uint64_t changes = world_.fabric.changes();
  if (signature && signature == settled_.signature && changes == settled_.fabric_changes) return settled_.outcome;
  count_settled();
  settled_ = {lone_step_->settle(cell), signature, changes, 0, {}};
  return settled_.outcome;
}

void OperationRun::count_settled() {
  if (settled_.times == 0) return;
  const StepOutcome& step = *settled_.outcome;
  for (const StepOutcome::Use& use : step.uses) {
    world_.fabric.count(use.resource, use.bytes, settled_.times, use.flows, terms_.utilization_class);
    used_[use.resource] = 1;
  }
  for (Rank r = 0; r < ranks(); ++r) {
    const Duration done = step.rank_done[static_cast<std::size_t>(r)];
    Instant& end = rank_end_[static_cast<std::size_t>(r)];
    if (done > Duration{}) end = std::max(end, settled_.last_release + done);
  }
  settled_.times = 0;
}

void OperationRun::message_left(const Message& m, const Release& sender_free, const Release& delivered) {
  const auto note_end = [this](Instant at) {
    return [this, at](Rank rank) {
      Instant& end = rank_end_[static_cast<std::size_t>(rank)];
      end = std::max(end, at);
    };
  };
  m.visit_senders(note_end(sender_free.at));
  m.visit_receivers(note_end(delivered.at));
  for (const LinkId link : m.route.links) used_[world_.fabric.resource_of(link)] |= m.bytes > 0;
  note_delivery(m, delivered);
  if (world_.observer != nullptr && world_.observer->wants_flows()) record(m, sender_free, delivered);
  if (!m.bundle) return all_left(m, sender_free, delivered);
  if (const auto last = bundles_.part_left(*m.bundle, sender_free, delivered)) {
    all_left(m, last->sender_free, last->delivered);
  }
}

void OperationRun::all_left(const Message& m, const Release& sender_free, const Release& delivered) {
  ++result_.flows;
  policy_->message_left(m, sender_free, delivered);
}

void OperationRun::note_delivery(const Message& m, const Release& delivered) {
  if (last_) {
    if (delivered.at < last_->release.at) return;
    const bool tie = delivered.at == last_->release.at;
    if (tie && order_of(m.cell, m.from, m.to) > order_of(last_->cell, last_->from, last_->to)) return;
  }
  last_ = {delivered, m.cell, m.from, m.to};
}

void OperationRun::record(const Message& m, const Release& sender_free, const Release& delivered) const {
  const auto names = [this](Rank rank, std::size_t more) {
    const std::string& name = ways_.chip_name(rank);
    return more == 0 ? name : fmt::format("{} (+{})", name, more);
  };
  const std::string bottleneck = bottleneck_name(m, world_.topology);
  const std::string from = names(m.from, m.more_from.size()), to = names(m.to, m.more_to.size());
  FlowRecord flow{spec().id, m.cell,  m.from,       m.to,        from,         to,
                  m.bytes,   m.start, m.first_byte, m.last_byte, delivered.at, bottleneck};
  flow.released_by = m.released.by;
  flow.released = m.released.at;
  flow.before = m.released.ledger;
  flow.sent = sender_free.ledger - m.released.ledger;
  flow.spent = delivered.ledger - m.released.ledger;
  flow.more_from = m.more_from;
  flow.more_to = m.more_to;
  tell_way(m, flow);
  world_.observer->flow_delivered(flow);
}

/// No operation ends before all its ranks have entered it.
void OperationRun::program_ended() {
  const Instant last_entry = later(start_, last_entry_);
  if (last_entry > world_.queue.now()) {
    world_.queue.schedule(last_entry, *this, 0);
  } else {
    finish();
  }
}

void OperationRun::handle(Instant, std::uint64_t) { finish(); }

void OperationRun::finish() {
  ended_ = true;
  count_settled();
  const Instant now = world_.queue.now();
  if (last_ && last_->release.at == now) {
    result_.ledger = last_->release.ledger;
  } else {
    result_.ledger.waiting = now - start_;
  }
  result_.id = spec().id;
  result_.split_of = spec().split_of;
  result_.op = spec().op;
  result_.algorithm = spec().algorithm;
  result_.size = problem_.size;
  result_.element = spec().element;
  result_.dtype = spec().dtype;
  result_.root = spec().root;
  result_.channels = problem_.channels;
  result_.chunks = problem_.chunks;
  result_.start = start_.time_since_epoch();
  result_.end = now.time_since_epoch();
  result_.steps = steps_of(program_->shape());
  fill_ranks();
  assert(result_.ledger.total() == result_.time());
  if (world_.observer != nullptr) world_.observer->operation_ended(result_);
  listener_.operation_ended(*this);
}

void OperationRun::let_go() {
  policy_.reset();
  lone_step_.reset();
}

void OperationRun::fill_ranks() {
  for (Rank r = 0; r < ranks(); ++r) {
    const auto i = static_cast<std::size_t>(r);
    if (lateness(r) > lateness(result_.last_arriver)) result_.last_arriver = r;
    result_.per_rank.push_back(
        {ways_.chip_name(r), result_.start + lateness(r), rank_end_[i].time_since_epoch(), last_entry_ - lateness(r)});
  }
}

std::string OperationRun::bottleneck_link() const {
  double most = 0;
  std::string name;
  for (ResourceId r = 0; r < used_.size(); ++r) {
    const LinkId link = world_.fabric.link_of(r);
    const double load = world_.fabric.wire_bytes(link) / world_.topology.link(link).bandwidth;
    if (!used_[r] || load <= most) continue;
    most = load;
    name = world_.topology.link_name(link);
  }
  return name;
}

}  // namespace collsim
