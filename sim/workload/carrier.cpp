#include "workload/carrier.h"

#include <algorithm>
#include <cassert>
#include <cmath>

namespace collsim {
namespace {

// What is put on another way has something left to move, be it less than rounding shows.
constexpr double kLeastRest = 1e-9;

}  // namespace

std::string bottleneck_name(const Message& message, const Topology& topology) {
  return message.bottleneck == kNoLink ? "" : topology.link_name(message.bottleneck);
}

Carrier::Carrier(EventQueue& queue, Fabric& fabric, NetworkOptions options)
    : queue_(queue),
      fabric_(fabric),
      network_(queue, *this, fabric.resources(), options),
      entering_(queue, [this](MessageId id) { enter(id); }) {}

Message& Carrier::blank() {
  const MessageId id = slots_.take();
  if (id == messages_.size()) messages_.emplace_back();
  Message& m = messages_[id];
  Message fresh;
  fresh.id = id;
  fresh.route = std::move(m.route);
  fresh.fans = std::move(m.fans);
  m = std::move(fresh);
  return m;
}

void Carrier::post(Message& message) {
  ++under_way_;
  message.number = posted_++;
  entering_.add(later(message.start, message.terms->alpha_sender + message.more_alpha_sender), message.id);
}

namespace {

/// The number of those that a message claims together with, 0 where it claims for itself.
std::uint64_t claimant_of(const Message& m, const Topology& topology) {
  switch (m.terms->fairness) {
    case Fairness::flow:
      return 0;
    case Fairness::job:
      return m.terms->job;
    case Fairness::pair:
      break;
  }
  const std::uint64_t from = topology.link(m.route.links.front()).from;
  return (from << 32U | topology.link(m.route.links.back()).to) + 1;
}

}  // namespace

void Carrier::enter(MessageId id) {
  Message& m = messages_[id];
  m.first_byte = queue_.now();
  m.last_byte = m.first_byte;
  if (at_entry_ != nullptr && m.request) at_entry_->find(*m.request, this, m.route);
  if (m.bytes == 0 && !m.endless) return leave(id);
  if (failover_ != nullptr && failover_->blocks(m.route.links) && m.owner->find_detour(m, detour_, detour_fans_)) {
    std::swap(m.route, detour_);
    std::swap(m.fans, detour_fans_);
  }
  start_flow(m);
}

void Carrier::start_flow(Message& m) {
  m.ideal_rate = ideal_rate(m);
  resources_.clear();
  for (const LinkId link : m.route.links) resources_.push_back(fabric_.resource_of(link));
  FlowSpec spec;
  spec.wire_bytes =
      m.endless ? std::numeric_limits<double>::infinity() : static_cast<double>(m.bytes) / m.terms->utilization;
  if (m.moved_before > 0) spec.wire_bytes = std::max(spec.wire_bytes - m.moved_before, kLeastRest);
  spec.weight = m.terms->weight;
  spec.cap = m.terms->cap;
  spec.priority = m.terms->priority;
  spec.claimant = claimant_of(m, fabric_.topology());
  spec.resources = resources_;
  spec.coefficients = m.route.shares;
  spec.tag = m.id;
  m.flow = network_.start(spec);
  m.in_network = true;
}

void Carrier::reroute() {
  for (Message& m : messages_) {
    if (m.in_network && failover_->blocks(m.route.links)) divert(m);
  }
}

/// What has moved so far stays with the way that it took.
void Carrier::divert(Message& m) {
  count_way(m);
  if (!m.owner->find_detour(m, detour_, detour_fans_)) return;
  reckon(m);
  m.moved_before = moved(m);
  m.stalled += network_.stalled(m.flow);
  network_.stop(m.flow);
  std::swap(m.route, detour_);
  std::swap(m.fans, detour_fans_);
  start_flow(m);
}

void Carrier::count_way(Message& m) {
  const auto payload = static_cast<Bytes>(std::llround(moved(m) * m.terms->utilization));
  const Bytes news = (m.endless ? payload : std::min(payload, m.bytes)) - m.counted;
  if (news <= 0) return;
  fabric_.count(m.route, news, m.terms->utilization_class);
  m.counted += news;
}

double Carrier::moved(const Message& m) const { return m.moved_before + network_.moved(m.flow); }

void Carrier::flow_ended(FlowId flow, std::uint64_t tag) {
  const auto id = static_cast<MessageId>(tag);
  Message& m = messages_[id];
  take_out(m);
  m.stalled += network_.stalled(flow);
  leave(id);
}

void Carrier::take_out(Message& m) {
  m.in_network = false;
  m.last_byte = queue_.now();
  const ResourceId r = network_.bottleneck(m.flow);
  if (r != kNoResource) m.bottleneck = fabric_.link_of(r);
}

void Carrier::leave(MessageId id) {
  const Message& m = messages_[id];
  --under_way_;
  fabric_.count(m.route, m.bytes - m.counted, m.terms->utilization_class);
  Release sender_free = m.released;
  sender_free.by = m.number;
  sender_free.at = m.last_byte;
  sender_free.ledger.waiting += m.start - m.released.at;
  sender_free.ledger.startup += m.terms->alpha_sender + m.more_alpha_sender;
  sender_free.ledger += transmission(m);
  Release delivered = sender_free;
  const Duration alpha_receiver = m.terms->alpha_receiver + m.more_alpha_receiver;
  delivered.at = later(later(delivered.at, m.route.latency), alpha_receiver);
  delivered.ledger.path += m.route.latency;
  delivered.ledger.startup += alpha_receiver;
  m.owner->message_left(m, sender_free, delivered);
  slots_.give_back(id);
}

const Message& Carrier::stop(MessageId id) {
  Message& m = messages_[id];
  assert(m.in_network);
  --under_way_;
  m.bytes = static_cast<Bytes>(std::llround(moved(m) * m.terms->utilization));
  take_out(m);
  network_.stop(m.flow);
  fabric_.count(m.route, m.bytes - m.counted, m.terms->utilization_class);
  slots_.give_back(id);
  return m;
}

double Carrier::load(LinkId link) const {
  const double flows = network_.active_flows(fabric_.resource_of(link)) + 1;
  return flows / fabric_.bandwidth(link);
}

/// What the operation must pay at its own ports: its messages of one step share their first and last links among
/// themselves, and no link of the route or cap of theirs lets them go faster.
double Carrier::ideal_rate(const Message& m) const {
  double rate = m.terms->cap;
  for (std::size_t i = 0; i < m.route.links.size(); ++i) {
    rate = std::min(rate, fabric_.bandwidth(m.route.links[i]) / m.route.share(i));
  }
  if (m.fans.empty()) return rate;
  auto fan = m.fans.begin();
  const auto share_ports = [&](std::span<const LinkId> links) {
    for (const LinkId link : links) {
      const double sharing = *fan++;
      if (fabric_.contended(link)) rate = std::min(rate, fabric_.bandwidth(link) / sharing);
    }
  };
  share_ports(m.route.first_links());
  share_ports(m.route.last_links());
  return rate;
}

/// Accounts for what has moved at the ideal rate so far.
void Carrier::reckon(Message& m) const {
  const double so_far = moved(m);
  if (so_far > m.reckoned && m.ideal_rate > 0) m.ideal_seconds += (so_far - m.reckoned) / m.ideal_rate;
  m.reckoned = so_far;
}

void Carrier::link_changed(LinkId link) {
  const ResourceId resource = fabric_.resource_of(link);
  for (Message& m : messages_) {
    const auto crosses = [&](LinkId l) { return fabric_.resource_of(l) == resource; };
    if (!m.in_network || std::none_of(m.route.links.begin(), m.route.links.end(), crosses)) continue;
    reckon(m);
    m.ideal_rate = ideal_rate(m);
  }
  network_.set_capacity(resource, fabric_.bandwidth(link));
}

Ledger split_transmission(Duration moving, double ideal_seconds) {
  Ledger parts;
  const double excess_ticks = static_cast<double>(moving.count()) - ideal_seconds * 1e12;
  // Less than a tick is rounding, and rounding belongs to the transfer.
  if (excess_ticks >= 1) parts.contention = std::min(moving, Duration(static_cast<Duration::rep>(excess_ticks)));
  parts.transfer = moving - parts.contention;
  return parts;
}

Ledger Carrier::transmission(const Message& m) const {
  const double rest = std::max(0.0, static_cast<double>(m.bytes) / m.terms->utilization - m.reckoned);
  const double ideal = m.ideal_seconds + (m.ideal_rate > 0 ? rest / m.ideal_rate : 0.0);
  Ledger parts = split_transmission(m.last_byte - m.first_byte - m.stalled, ideal);
  parts.waiting = m.stalled;
  return parts;
}

LinkId Carrier::held_by(const Message& m) const {
  const ResourceId resource = network_.bottleneck(m.flow);
  return resource == kNoResource ? kNoLink : fabric_.link_of(resource);
}

std::vector<const Message*> Carrier::in_network() const {
  std::vector<const Message*> found;
  for (const Message& m : messages_) {
    if (m.in_network) found.push_back(&m);
  }
  return found;
}

}  // namespace collsim
