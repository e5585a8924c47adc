#include "support/reference_simulator.h"

#include <algorithm>
#include <stdexcept>

#include "support/reference_network.h"
#include "support/reference_state.h"

namespace collsim::test::reference {
namespace {

/// What counts as the same moment, in picoseconds: far above long double's error, far below a tick.
constexpr Real same_moment = 1e-4L;

class Simulation {
 public:
  Simulation(const Case& world, const Displacement& displacement)
      : world_(world), displacement_(displacement), network_(world), operations_(world.collectives.size()) {
    for (std::size_t i = 0; i < operations_.size(); ++i) operations_[i].spec = &world.collectives[i];
    for (const Background& flow : world.background) add_background(flow);
    pending_events_ = world.events;
    std::stable_sort(pending_events_.begin(), pending_events_.end(),
                     [](const Event& a, const Event& b) { return a.at < b.at; });
  }

  Outcome run() {
    begin_what_may_begin();
    settle();
    while (!everything_ended()) {
      advance_to(next_moment());
      settle();
    }
    Outcome outcome;
    for (const Message& m : messages_)
      if (!m.operation && !m.finite()) network_.carry(m.route, {m.moved * world_.utilization, 1});
    for (const Operation& op : operations_) outcome.operations.push_back(op.outcome);
    outcome.links = network_.carried_by_name();
    return outcome;
  }

 private:
  void add_background(const Background& flow) {
    Message m;
    m.route = network_.route(flow.from, flow.to);
    m.cap = flow.rate;
    m.priority = flow.priority;
    m.claimant = claimant(operations_.size() + messages_.size(), flow.from, flow.to);
    m.first_byte = static_cast<Real>(flow.start);
    m.transfer.bytes = flow.size.value_or(0);
    m.remaining = flow.size ? static_cast<Real>(*flow.size) / world_.utilization : unlimited;
    if (flow.stop) m.stop = static_cast<Real>(*flow.stop);
    m.displacement = displacement_();
    messages_.push_back(m);
  }

  Real delay_of(std::size_t chip) const {
    Real delay = 0;
    for (const Straggler& s : world_.stragglers)
      if (s.chip == chip) delay += static_cast<Real>(s.delay);
    return delay;
  }

  void begin_what_may_begin() {
    for (std::size_t i = 0; i < operations_.size(); ++i) {
      const auto& after = operations_[i].spec->after;
      const bool free = std::all_of(after.begin(), after.end(), [&](std::size_t a) { return operations_[a].ended; });
      if (free && !operations_[i].begun) begin(i);
    }
  }

  void begin(std::size_t number) {
    Operation& op = operations_[number];
    op.begun = true;
    op.outcome.start = static_cast<Real>(op.spec->start);
    for (std::size_t a : op.spec->after) op.outcome.start = std::max(op.outcome.start, operations_[a].outcome.end);
    for (std::size_t chip : op.spec->ranks) op.outcome.enter.push_back(op.outcome.start + delay_of(chip));
    op.outcome.rank_end = op.outcome.enter;
    for (std::size_t c = 0; c < static_cast<std::size_t>(op.spec->channels); ++c) {
      op.channels.push_back(make_channel(*op.spec, c));
      for (int n : op.channels[c].undelivered) op.undelivered += static_cast<std::size_t>(n);
    }
    for (std::size_t c = 0; c < op.channels.size(); ++c)
      if (!op.channels[c].steps.empty()) post_step(number, c, 0, op.outcome.start, {});
    if (op.undelivered == 0) op.outcome.delays.waiting = last_rank_end(op) - op.outcome.start;
    end_if_done(op);
  }

  static Real last_rank_end(const Operation& op) {
    return *std::max_element(op.outcome.rank_end.begin(), op.outcome.rank_end.end());
  }

  void end_if_done(Operation& op) {
    if (op.ended || op.undelivered > 0) return;
    op.ended = true;
    op.outcome.end = last_rank_end(op);
    begin_what_may_begin();
  }

  void post_step(std::size_t number, std::size_t channel, std::size_t step, Real at, const Delays& so_far) {
    const std::size_t first = messages_.size();
    for (std::size_t r = 0; r < operations_[number].spec->ranks.size(); ++r) post(number, channel, step, r, at, so_far);
    if (world_.rates == Rates::per_step) fix_rates_from(first);
  }

  /// Posts what `rank` sends in a step; the sender's α_start begins when both ends are in.
  void post(std::size_t number, std::size_t channel, std::size_t step, std::size_t rank, Real at,
            const Delays& so_far) {
    Operation& op = operations_[number];
    op.channels[channel].posted[rank] = step;
    for (const Transfer& t : op.channels[channel].steps[step]) {
      if (t.from != rank) continue;
      Message m;
      m.operation = number;
      m.channel = channel;
      m.step = step;
      m.transfer = t;
      m.route = network_.route(op.spec->ranks[t.from], op.spec->ranks[t.to]);
      m.cap = op.spec->rate_cap;
      m.weight = op.spec->weight;
      m.priority = op.spec->priority;
      m.claimant = claimant(number, op.spec->ranks[t.from], op.spec->ranks[t.to]);
      const Real both_in = std::max({at, op.outcome.enter[t.from], op.outcome.enter[t.to]});
      m.first_byte = both_in + static_cast<Real>(world_.alpha.sender());
      m.delays = so_far;
      m.delays.waiting += both_in - at;
      m.delays.startup += static_cast<Real>(world_.alpha.sender());
      m.remaining = static_cast<Real>(t.bytes) / world_.utilization;
      m.displacement = t.bytes > 0 ? displacement_() : 0;
      messages_.push_back(m);
    }
  }

  /// per_step: the messages from number `first` on share the network as if alone in it, once and for all.
  void fix_rates_from(std::size_t first) {
    std::vector<Message*> step;
    for (std::size_t i = first; i < messages_.size(); ++i)
      if (messages_[i].remaining > 0) step.push_back(&messages_[i]);
    assign_rates(step);
  }

  /// `owner` counts operations, and background flows after these.
  std::pair<std::size_t, std::size_t> claimant(std::size_t owner, std::size_t from, std::size_t to) const {
    return world_.fairness == Fairness::pair ? std::pair(from, to) : std::pair(owner, std::size_t{0});
  }

  /// How many flows claim as one with the message.
  Real together(const Message& message, const std::vector<Message*>& flows) const {
    if (world_.fairness == Fairness::flow) return 1;
    return static_cast<Real>(
        std::count_if(flows.begin(), flows.end(), [&](const Message* m) { return m->claimant == message.claimant; }));
  }

  void assign_rates(const std::vector<Message*>& flows) {
    std::vector<Claim> claims;
    for (const Message* m : flows) {
      claims.push_back(network_.claim(m->route, m->cap, m->weight / together(*m, flows)));
      claims.back().priority = m->priority;
    }
    const auto rates = network_.rates(claims);
    for (std::size_t i = 0; i < flows.size(); ++i) flows[i]->rate = rates[i];
  }

  /// Does everything that happens at this moment, what it sets off included, then solves the rates.
  void settle() {
    apply_events();
    for (bool changed = true; changed;) {
      changed = false;
      // By number: a delivery may post new messages and move the array.
      for (std::size_t i = 0; i < messages_.size(); ++i) changed |= step_on(i);
    }
    messages_.erase(std::remove_if(messages_.begin(), messages_.end(),
                                   [](const Message& m) { return m.operation && m.stage == Stage::over; }),
                    messages_.end());
    if (world_.rates == Rates::progressive) solve();
  }

  void apply_events() {
    while (!pending_events_.empty() && is_now(static_cast<Real>(pending_events_.front().at))) {
      network_.apply(pending_events_.front());
      pending_events_.erase(pending_events_.begin());
    }
  }

  bool is_now(Real moment) const { return moment <= now_ + same_moment; }

  /// Moves a message to its next stage if that is due.
  bool step_on(std::size_t i) {
    Message& m = messages_[i];
    switch (m.stage) {
      case Stage::starting:
        if (!is_now(m.first_byte)) return false;
        m.stage = Stage::moving;
        return true;
      case Stage::moving:
        if (!is_now(m.leaves(now_))) return false;
        leave(m);
        return true;
      case Stage::arriving:
        if (!is_now(m.delivered)) return false;
        m.stage = Stage::over;
        deliver(m);
        return true;
      case Stage::over:
        break;
    }
    return false;
  }

  void leave(Message& m) {
    m.rate = 0;
    if (m.finite()) network_.carry(m.route, {static_cast<Real>(m.transfer.bytes), 0});
    m.stage = m.operation ? Stage::arriving : Stage::over;
    if (!m.operation) return;
    m.delivered = now_ + m.route.latency + static_cast<Real>(world_.alpha.receiver());
    const Message left = m;
    close(left, left.transfer.from);
  }

  void deliver(Message m) {
    Operation& op = operations_[*m.operation];
    m.delays.path += m.route.latency;
    m.delays.startup += static_cast<Real>(world_.alpha.receiver());
    op.outcome.delays = m.delays;
    --op.channels[m.channel].undelivered[m.step];
    --op.undelivered;
    close(m, m.transfer.to);
    end_if_done(op);
  }

  /// A send has left or a receive has been delivered at `rank`.
  void close(const Message& m, std::size_t rank) {
    Operation& op = operations_[*m.operation];
    Channel& channel = op.channels[m.channel];
    op.outcome.rank_end[rank] = std::max(op.outcome.rank_end[rank], now_);
    --channel.open[m.step][rank];
    if (world_.sync == Sync::barrier) {
      if (channel.undelivered[m.step] == 0 && m.step + 1 < channel.steps.size() && channel.posted[0] == m.step)
        post_step(*m.operation, m.channel, m.step + 1, now_, m.delays);
      return;
    }
    while (channel.open[channel.posted[rank]][rank] == 0 && channel.posted[rank] + 1 < channel.steps.size())
      post(*m.operation, m.channel, channel.posted[rank] + 1, rank, now_, m.delays);
  }

  void solve() {
    std::vector<Message*> flows;
    for (Message& m : messages_)
      if (m.stage == Stage::moving) flows.push_back(&m);
    assign_rates(flows);
  }

  bool everything_ended() const {
    for (const Message& m : messages_)
      if (!m.operation && m.finite() && m.stage != Stage::over) return false;
    return std::all_of(operations_.begin(), operations_.end(),
                       [&](const Operation& op) { return op.ended && is_now(op.outcome.end); });
  }

  Real next_moment() const {
    Real next = unlimited;
    for (const Operation& op : operations_)
      if (op.ended && op.outcome.end > now_) next = std::min(next, op.outcome.end);
    for (const Event& e : pending_events_) next = std::min(next, static_cast<Real>(e.at));
    for (const Message& m : messages_) {
      if (m.stage == Stage::starting) next = std::min(next, m.first_byte);
      if (m.stage == Stage::moving) next = std::min(next, m.leaves(now_));
      if (m.stage == Stage::arriving) next = std::min(next, m.delivered);
    }
    if (next == unlimited) throw std::logic_error("the reference is blocked");
    return next;
  }

  void advance_to(Real moment) {
    for (Message& m : messages_) {
      if (m.stage != Stage::moving) continue;
      if (m.rate <= 0 && m.remaining > 0) m.delays.waiting += moment - now_;
      m.moved += m.rate * (moment - now_);
      m.remaining -= m.rate * (moment - now_);
    }
    now_ = moment;
  }

  const Case& world_;
  const Displacement& displacement_;
  Network network_;
  Real now_ = 0;
  std::vector<Operation> operations_;
  std::vector<Message> messages_;
  std::vector<Event> pending_events_;
};

}  // namespace

Outcome run(const Case& world, const Displacement& displacement) { return Simulation(world, displacement).run(); }

}  // namespace collsim::test::reference
