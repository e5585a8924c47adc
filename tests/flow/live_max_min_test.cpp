#include "flow/live_max_min.h"

#include <algorithm>

#include "flow/plain_max_min.h"
#include "support/catch.h"
#include "support/random.h"

using namespace collsim;
using namespace collsim::test;

namespace {

constexpr double kInfinity = std::numeric_limits<double>::infinity();

/// Flows that come and go over a table that the test keeps, with the sets of resources and the caps written down again.
class Traffic {
 public:
  struct Flow {
    FlowId id;
    std::vector<ResourceId> resources;
    double cap;
  };

  Traffic(Random& random, int resources, bool capped, bool tied)
      : capped_(capped), tied_(tied), table_(static_cast<std::size_t>(resources)) {
    for (int r = 0; r < resources; ++r) capacity.push_back(random_capacity(random));
  }

  const Flow& add(Random& random, int longest) {
    std::vector<ResourceId> resources;
    const int hops = random.between(1, longest);
    for (int h = 0; h < hops; ++h) resources.push_back(static_cast<ResourceId>(random.below(capacity.size())));
    const bool has_cap = capped_ && random.between(0, 2) == 0;
    return add(std::move(resources), has_cap ? random.between(1, 12) * 0.25 : kInfinity);
  }
  const Flow& add(std::vector<ResourceId> resources, double cap) {
    const FlowId id = table_.add(resources);
    flows.push_back({id, std::move(resources), cap});
    return flows.back();
  }
  void remove(std::size_t index) {
    table_.remove(flows[index].id);
    table_.release(flows[index].id);
    flows[index] = flows.back();
    flows.pop_back();
  }
  /// Of few different values where ties are wanted.
  double random_capacity(Random& random) const {
    if (tied_) return 4;
    return random.between(0, 19) == 0 ? 0 : random.between(1, 8);
  }

  const FlowTable& table() const { return table_; }

  std::vector<double> capacity;
  std::vector<Flow> flows;

 private:
  bool capped_;
  bool tied_;
  FlowTable table_;
};

/// One filling of everything, by an allocator that has seen nothing else.
struct Afresh {
  explicit Afresh(const Traffic& traffic) : live(traffic.table(), traffic.capacity) {
    std::vector<ResourceId> all;
    for (ResourceId r = 0; r < traffic.capacity.size(); ++r) all.push_back(r);
    for (const Traffic::Flow& flow : traffic.flows) live.arrive(flow.id, flow.cap);
    Rebound rebound;
    live.settle(all, rebound);
  }
  LiveMaxMin live;
};

void require_same_bits(const Traffic& traffic, const Bindings& found) {
  const Afresh afresh(traffic);
  const Bindings& expected = afresh.live.bindings();
  REQUIRE(found.level == expected.level);
  for (const Traffic::Flow& flow : traffic.flows) {
    REQUIRE(found.rate(flow.id) == expected.rate(flow.id));
    REQUIRE(found.flows[flow.id].bound == expected.flows[flow.id].bound);
  }
}

void require_textbook(const Traffic& traffic, const Bindings& found) {
  PlainSystem system;
  system.capacity.assign(traffic.capacity.begin(), traffic.capacity.end());
  for (const Traffic::Flow& flow : traffic.flows) {
    PlainSystem::Flow plain;
    for (const ResourceId r : flow.resources) plain.uses.push_back({r, 1});
    plain.cap = flow.cap;
    system.flows.push_back(plain);
  }
  const std::vector<long double> expected = plain_max_min(system);
  for (std::size_t f = 0; f < traffic.flows.size(); ++f) {
    // Each level rounds a handful of times, relative to capacities of at most 8, and there are at most as many levels
    // as resources and flows, less than 1000: far below 1e-12.
    const double rate = found.rate(traffic.flows[f].id);
    REQUIRE(rate == Approx(static_cast<double>(expected[f])).epsilon(1e-12).margin(1e-12));
  }
}

/// Follows every change, however large.
struct Follower {
  explicit Follower(const Traffic& traffic) : bindings(traffic.capacity.size()), replay(traffic.table(), bindings) {
    bindings.capacity = traffic.capacity;
  }
  void arrive(const Traffic::Flow& flow) {
    if (bindings.flows.size() <= flow.id) {
      bindings.flows.resize(flow.id + 1);
      bindings.cap.resize(flow.id + 1);
    }
    bindings.flows[flow.id] = {bindings.nothing(), 0};
    bindings.cap[flow.id] = flow.cap;
    fresh.push_back(flow.id);
  }
  void settle(const Traffic& traffic, const std::vector<ResourceId>& touched) {
    bindings.capacity = traffic.capacity;
    for (const ResourceId r : touched) replay.reach(r);
    for (const FlowId flow : fresh) replay.reach_flow(flow);
    Rebound rebound;
    REQUIRE(replay.run(std::numeric_limits<std::size_t>::max(), rebound));
    replay.clear();
    fresh.clear();
  }
  Bindings bindings;
  Replay replay;
  std::vector<FlowId> fresh;
};

/// Drives the allocator through random arrivals, departures and changes of capacity.
struct Driver {
  Driver(std::uint64_t seed, int resources, bool capped, bool tied)
      : random(seed),
        traffic(random, resources, capped, tied),
        live(traffic.table(), traffic.capacity),
        follower(traffic) {}

  void arrive(int longest) { arrived(traffic.add(random, longest)); }
  void arrive_on(std::vector<ResourceId> resources) { arrived(traffic.add(std::move(resources), kInfinity)); }
  void arrived(const Traffic::Flow& flow) {
    live.arrive(flow.id, flow.cap);
    follower.arrive(flow);
    touched.insert(touched.end(), flow.resources.begin(), flow.resources.end());
  }
  void depart() {
    if (traffic.flows.empty()) return;
    const std::size_t index = random.below(traffic.flows.size());
    const Traffic::Flow& flow = traffic.flows[index];
    live.depart(flow.id);
    touched.insert(touched.end(), flow.resources.begin(), flow.resources.end());
    traffic.remove(index);
  }
  void change_capacity() {
    const auto r = static_cast<ResourceId>(random.below(traffic.capacity.size()));
    set_capacity(r, traffic.random_capacity(random));
  }
  void set_capacity(ResourceId resource, double capacity) {
    traffic.capacity[resource] = capacity;
    live.set_capacity(resource, capacity);
    touched.push_back(resource);
  }
  void change(int longest) {
    switch (random.between(0, 7)) {
      case 0:
        return change_capacity();
      case 1:
      case 2:
      case 3:
        return arrive(longest);
      default:
        return depart();
    }
  }
  void settle() {
    std::sort(touched.begin(), touched.end());
    touched.erase(std::unique(touched.begin(), touched.end()), touched.end());
    Rebound rebound;
    live.settle(touched, rebound);
    follower.settle(traffic, touched);
    touched.clear();
  }

  Random random;
  Traffic traffic;
  LiveMaxMin live;
  Follower follower;
  std::vector<ResourceId> touched;
};

void drive(std::uint64_t seed, int resources, int flows, int longest, int instants) {
  CAPTURE(seed, resources, flows);
  Driver d(seed, resources, (seed & 1) != 0, (seed & 2) != 0);
  for (int f = 0; f < flows; ++f) d.arrive(longest);
  d.settle();
  for (int i = 0; i < instants; ++i) {
    CAPTURE(i);
    for (int changes = d.random.between(1, 5); changes > 0; --changes) d.change(longest);
    d.settle();
    require_same_bits(d.traffic, d.live.bindings());
    require_same_bits(d.traffic, d.follower.bindings);
    if (i % 8 == 0) require_textbook(d.traffic, d.live.bindings());
  }
}

}  // namespace

TEST_CASE("live max-min: after any arrivals and departures the bits are those of a filling from zero", "[property]") {
  for (std::uint64_t seed = 0; seed < 100; ++seed) {
    // From a handful of flows that all meet to many that hardly do, then many on each resource.
    for (int size = 5; size < 40; size += 5) drive(seed, size, size, 3, 12);
    drive(seed, 60, 60, 3, 20);
    drive(seed, 64, 100, 2, 20);
    drive(seed, 20, 100, 4, 20);
  }
}

TEST_CASE("live max-min: a crossbar that drains has the bits of a filling from zero after every departure",
          "[property]") {
  // All pairs of 12: enough flows for checkpoints, and a level for almost every port once they thin out at random.
  constexpr ResourceId kPorts = 12;
  Driver d(7, 2 * kPorts, false, true);
  for (ResourceId a = 0; a < kPorts; ++a) {
    for (ResourceId b = 0; b < kPorts; ++b) d.arrive_on({a, kPorts + b});
  }
  for (d.settle(); !d.traffic.flows.empty(); d.settle()) {
    require_same_bits(d.traffic, d.live.bindings());
    require_same_bits(d.traffic, d.follower.bindings);
    require_textbook(d.traffic, d.live.bindings());
    d.depart();
  }
}

TEST_CASE("live max-min: a change is no change for flows that share nothing with it") {
  // Two flows on each of 40 links, far from each other. One leaves: the other on its link has all of it, and of
  // nothing else is anything said.
  constexpr ResourceId kLinks = 40;
  FlowTable table(kLinks);
  LiveMaxMin live(table, std::vector<double>(kLinks, 8.0));
  std::vector<ResourceId> links;
  for (ResourceId r = 0; r < kLinks; ++r) {
    links.push_back(r);
    for (int twice = 0; twice < 2; ++twice) live.arrive(table.add({&r, 1}), kInfinity);
  }
  Rebound all;
  live.settle(links, all);
  live.depart(0);
  table.remove(0);
  Rebound few;
  live.settle(std::vector<ResourceId>{0}, few);
  CHECK(few.resources == std::vector<ResourceId>{0});
  CHECK(few.flows == std::vector<FlowId>{1});
  CHECK(live.bindings().rate(1) == 8);
  CHECK(live.bindings().rate(2) == 4);
}
