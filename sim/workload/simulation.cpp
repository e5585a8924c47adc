#include "workload/simulation.h"

#include <algorithm>

#include <fmt/format.h>

#include "base/error.h"

namespace collsim {
namespace {

constexpr std::size_t kMostBlockedLines = 20;
constexpr int kInstantsBetweenReports = 256;

NetworkOptions network_options(const Model& model, bool check) {
  return {model.sharing, model.rates == Rates::per_step ? Resolving::frozen_on_departure : Resolving::progressive,
          check};
}

}  // namespace

Simulation::Simulation(const Setup& setup)
    : setup_(setup),
      fabric_(setup.topology, setup.resolved.slow_links),
      carrier_(queue_, fabric_, network_options(setup.scenario.model, setup.check)),
      failover_(make_failover()),
      world_{queue_,         setup.topology, setup.routers,       fabric_,        carrier_,
             setup.observer, setup.check,    setup.scenario.seed, failover_.get()},
      link_events_(setup.scenario.events, setup.resolved.events,
                   {queue_, setup.topology, fabric_, carrier_, failover_.get(), setup.observer}) {
  const Scenario& scenario = setup_.scenario;
  if (WayFinder* finder = setup_.routers.finder.get()) {
    finder->begin_run();
    if (finder->at_entry()) carrier_.find_at_entry(*finder);
  }
  for (std::size_t i = 0; i < scenario.background.size(); ++i) {
    const auto [from, to] = setup_.resolved.background[i];
    background_.push_back(
        std::make_unique<BackgroundFlow>(world_, scenario.model, scenario.background[i], i, from, to));
  }
  for (std::size_t i = 0; i < scenario.noise.size(); ++i) {
    const auto [from, to] = setup_.resolved.noise[i];
    noise_.push_back(std::make_unique<NoiseFlow>(world_, scenario.model, scenario.noise[i], i, from, to));
  }
  add_operations();
  refuse_too_many_messages();
}

/// Null where nothing goes down, or messages wait for it.
std::unique_ptr<Failover> Simulation::make_failover() {
  const FailoverModel& model = setup_.scenario.model.failover;
  if (model.policy == FailoverPolicy::wait || setup_.scenario.events.empty()) return nullptr;
  auto failover = std::make_unique<Failover>(queue_, setup_.topology, setup_.routers, model.detection,
                                             [this](LinkId link) { return link_events_.comes_back(link); });
  failover->on_change([this] { carrier_.reroute(); });
  carrier_.avoid_dead(*failover);
  return failover;
}

void Simulation::add_operations() {
  const auto& specs = setup_.scenario.collectives;
  OperationListener& listener = *this;
  operations_left_ = specs.size();
  dependents_.resize(specs.size());
  for (std::size_t i = 0; i < specs.size(); ++i) {
    const CollectiveSpec& spec = specs[i];
    const Bytes size = spec.sizes[spec.swept ? setup_.size_index : 0];
    operations_.push_back(std::make_unique<OperationRun>(
        world_, setup_.scenario.model,
        OperationRun::Setup{spec, setup_.planner.problem(spec, i, size), setup_.resolved.groups[i],
                            setup_.resolved.lateness[i], setup_.resolved.slowness[i], spec.claimant + 1},
        listener));
    refuse_per_step_overlap(*operations_.back());
    refuse_missing_tree(*operations_.back());
    rank_steps_ += operations_.back()->rank_steps();
    prerequisites_left_.push_back(spec.after.size());
    for (const std::size_t before : spec.after) dependents_[before].push_back(i);
    if (spec.after.empty()) queue_.schedule(spec.start, *this, i);
  }
}

void Simulation::refuse_too_many_messages() const {
  double messages = 0;
  for (const auto& operation : operations_) messages += operation->messages_one_by_one();
  if (messages <= setup_.most_messages) return;
  throw SimulationError(fmt::format(
      "about {:.1e} messages would be simulated one by one, some minutes for each 10^9, and the limit is {:.1e}: raise "
      "it with "
      "--max-messages, or take an algorithm of fewer steps, or for a ring a size that the ranks divide (its steps "
      "are then alike and settled once)",
      messages, setup_.most_messages));
}

void Simulation::refuse_per_step_overlap(const OperationRun& operation) const {
  if (setup_.scenario.model.rates != Rates::per_step || !operation.overlaps_itself()) return;
  refuse(operation.spec(),
         fmt::format("rates: per_step solves one step at a time, and '{}' has several under way at once: use "
                     "progressive, or one chunk of an algorithm that runs one tree",
                     operation.spec().algorithm));
}

void Simulation::refuse_missing_tree(OperationRun& operation) const {
  const auto missing = operation.missing_tree();
  if (!missing) return;
  refuse(operation.spec(), fmt::format("'{}': {} works inside switches, and here it cannot: {}", operation.spec().id,
                                       operation.spec().algorithm, *missing));
}

void Simulation::refuse(const CollectiveSpec& spec, std::string message) const {
  throw InputError(std::vector<Diagnostic>{{setup_.scenario.file, spec.mark, std::move(message)}});
}

void Simulation::handle(Instant, std::uint64_t tag) { operations_[tag]->start(); }

void Simulation::operation_ended(const OperationRun& operation) {
  --operations_left_;
  const auto& specs = setup_.scenario.collectives;
  const auto index = static_cast<std::size_t>(&operation.spec() - specs.data());
  just_ended_.push_back(index);
  for (const std::size_t i : dependents_[index]) {
    if (--prerequisites_left_[i] == 0) queue_.schedule(std::max(queue_.now(), specs[i].start), *this, i);
  }
}

/// Background with a size is work to be done; what stops at a time only accompanies collectives, if there are any.
bool Simulation::waits_for(std::size_t background) const {
  return setup_.scenario.background[background].size || setup_.scenario.collectives.empty();
}

bool Simulation::background_pending() const {
  for (std::size_t i = 0; i < background_.size(); ++i) {
    if (waits_for(i) && background_[i]->pending()) return true;
  }
  return false;
}

void Simulation::run(const std::stop_token& stop) {
  for (int instants = 0; !finished(); ++instants) {
    if (stop.stop_requested()) return;
    if (instants % kInstantsBetweenReports == 0) report_progress();
    if (!queue_.run_instant() || only_noise_is_left()) report_blocked();
    let_ended_go();
  }
}

void Simulation::let_ended_go() {
  for (const std::size_t i : just_ended_) operations_[i]->let_go();
  just_ended_.clear();
}

/// Noise would go on for ever beside work that is blocked: nothing else is to come, and no other message moves.
bool Simulation::only_noise_is_left() const {
  if (noise_.empty() || finished()) return false;
  const auto goes_on = [](const auto& noise) { return noise->goes_on(); };
  const auto events = static_cast<std::size_t>(std::count_if(noise_.begin(), noise_.end(), goes_on));
  if (queue_.pending() > events + (carrier_.network().wakes_up() ? 1 : 0)) return false;
  return !carrier_.any_moves([this](const Message& m) { return !accompanies(m); });
}

/// Nobody waits for it.
bool Simulation::accompanies(const Message& m) const {
  return m.endless || std::any_of(noise_.begin(), noise_.end(), [&m](const auto& noise) { return noise->owns(m); });
}

void Simulation::report_progress() const {
  if (setup_.observer == nullptr) return;
  std::int64_t done = 0;
  for (const auto& operation : operations_) done += operation->rank_steps_done();
  setup_.observer->progress(queue_.now(),
                            rank_steps_ == 0 ? 0.0 : static_cast<double>(done) / static_cast<double>(rank_steps_));
}

void Simulation::report_blocked() const {
  std::string message = fmt::format("nothing can happen any more at {}, and this is not done:",
                                    format_time(queue_.now().time_since_epoch()));
  const std::vector<std::string> lines = blocked_lines();
  for (std::size_t i = 0; i < std::min(lines.size(), kMostBlockedLines); ++i) message += "\n  " + lines[i];
  if (lines.size() > kMostBlockedLines) message += fmt::format("\n  … and {} more", lines.size() - kMostBlockedLines);
  throw SimulationError(message);
}

std::vector<std::string> Simulation::blocked_lines() const {
  std::vector<std::string> lines;
  for (const Message* m : carrier_.in_network()) {
    if (!accompanies(*m)) lines.push_back(blocked_message(*m));
  }
  for (const auto& operation : operations_) {
    if (operation->ended()) continue;
    lines.push_back(blocked_operation(*operation));
    if (!operation->started()) continue;
    for (const std::string& line : operation->waiting_for()) lines.push_back("  " + line);
  }
  for (const auto& flow : background_) {
    if (flow->pending()) lines.push_back(fmt::format("background {}", flow->name()));
  }
  return lines;
}

std::string Simulation::blocked_message(const Message& m) const {
  const Topology& t = setup_.topology;
  const std::string who = fmt::format("a message from {} to {}", t.node(t.link(m.route.links.front()).from).name,
                                      t.node(t.link(m.route.links.back()).to).name);
  for (const LinkId link : m.route.links) {
    if (fabric_.bandwidth(link) == 0) return fmt::format("{} waits for link {}, which is down", who, t.link_name(link));
  }
  const double rate = carrier_.network().rate(m.flow);
  const LinkId full = carrier_.held_by(m);
  if (rate <= 0 && full != kNoLink)
    return fmt::format("{} waits for link {}, which others with a higher priority fill", who, t.link_name(full));
  return fmt::format("{} at {} B/s would end beyond the simulated clock's 106 days", who, rate);
}

std::string Simulation::blocked_operation(const OperationRun& operation) const {
  if (operation.started()) return fmt::format("'{}' has not finished", operation.spec().id);
  std::string ids;
  for (const std::size_t before : operation.spec().after) {
    if (operations_[before]->ended()) continue;
    ids += fmt::format("{}'{}'", ids.empty() ? "" : ", ", operations_[before]->spec().id);
  }
  return fmt::format("'{}' waits for {} to end", operation.spec().id, ids);
}

RunResult Simulation::result() {
  RunResult out;
  for (const auto& flow : background_) out.background.push_back(flow->finish());
  for (const auto& noise : noise_) out.noise.push_back(noise->finish());
  for (const auto& operation : operations_) operation->count_settled();
  for (const auto& operation : operations_) {
    const CollectiveSpec& spec = operation->spec();
    if (spec.swept) out.size = spec.sizes[setup_.size_index];
    if (!operation->ended()) continue;
    out.collectives.push_back(operation->result());
    out.collectives.back().bottleneck_link = operation->bottleneck_link();
    out.makespan = std::max(out.makespan, out.collectives.back().end);
  }
  for (std::size_t i = 0; i < background_.size(); ++i) {
    if (waits_for(i)) out.makespan = std::max(out.makespan, out.background[i].end);
  }
  fill_links(out);
  return out;
}

void Simulation::fill_links(RunResult& out) const {
  const Topology& topology = setup_.topology;
  for (LinkId id = 0; id < topology.link_count(); ++id) {
    const Link& link = topology.link(id);
    LinkResult r;
    r.id = topology.link_name(id);
    r.tier = link.tier;
    r.capacity = link.bandwidth;
    r.bytes = fabric_.passed(id);
    r.wire_bytes = fabric_.wire_bytes(id);
    const double room = r.capacity * to_seconds(out.makespan);
    r.utilization = room > 0 ? r.wire_bytes / room : 0;
    r.peak_flows = std::max(carrier_.network().peak_flows(fabric_.resource_of(id)), fabric_.peak_flows(id));
    out.links.push_back(std::move(r));
  }
}

}  // namespace collsim
