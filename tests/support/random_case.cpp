#include "support/random_case.h"

#include <algorithm>
#include <random>
#include <utility>

namespace collsim::test {
namespace {

using namespace reference;

constexpr Picoseconds ns = 1000, us = 1000 * ns;
constexpr std::int64_t GB = 1000000000;

/// std::mt19937_64 is the same everywhere, the standard distributions are not.
class Dice {
 public:
  explicit Dice(std::uint64_t seed) : generator_(seed) {}

  /// Uniform in low … high, both included. The bias of the remainder is below 1e-6 for the ranges used here.
  std::int64_t between(std::int64_t low, std::int64_t high) {
    return low + static_cast<std::int64_t>(generator_() % static_cast<std::uint64_t>(high - low + 1));
  }
  std::size_t below(std::size_t n) { return static_cast<std::size_t>(between(0, static_cast<std::int64_t>(n) - 1)); }
  bool chance(int percent) { return between(1, 100) <= percent; }
  template <class T>
  T pick(std::initializer_list<T> from) {
    return *(from.begin() + below(from.size()));
  }

 private:
  std::mt19937_64 generator_;
};

class Maker {
 public:
  explicit Maker(std::uint64_t seed) : dice_(seed) {}

  Case make() {
    round_numbers_ = dice_.chance(25);
    palette_ = make_palette();
    add_tree();
    set_model();
    const std::int64_t operations = world_.rates == Rates::per_step ? 1 : dice_.between(1, 4);
    for (std::int64_t i = 0; i < operations; ++i) world_.collectives.push_back(collective());
    if (world_.rates == Rates::progressive) add_disturbances();
    return std::move(world_);
  }

 private:
  /// All links alike, a few kinds, nearly alike, or anything.
  std::vector<std::int64_t> make_palette() {
    const std::int64_t base = dice_.pick<std::int64_t>({25 * GB, 50 * GB, 100 * GB, 450 * GB});
    if (round_numbers_ || dice_.chance(25)) return {base};
    if (dice_.chance(33)) return {base, base / 2, 2 * base, 64 * GB};
    if (dice_.chance(50)) return {base, base + 1, base - 7, base + 1000};
    std::vector<std::int64_t> palette;
    for (int i = 0; i < 6; ++i) palette.push_back(dice_.between(GB, 500 * GB));
    return palette;
  }

  std::int64_t bandwidth() { return palette_[dice_.below(palette_.size())]; }

  Picoseconds latency() {
    if (round_numbers_) return 0;
    return dice_.chance(50) ? dice_.pick<Picoseconds>({0, 50 * ns, 350 * ns, us}) : dice_.between(0, 2 * us);
  }

  void add_tree() {
    const std::int64_t inner = dice_.between(1, 4);
    for (std::int64_t i = 0; i < inner; ++i) add_inner_node();
    const std::int64_t chips = dice_.between(2, 10);
    while (static_cast<std::int64_t>(chips_.size()) < chips) add_chip(dice_.below(inner_.size()));
  }

  void add_inner_node() {
    const NodeKind kind = dice_.chance(75) ? NodeKind::switch_ : dice_.chance(50) ? NodeKind::host : NodeKind::chip;
    const std::size_t node = add_node(kind, kind == NodeKind::chip);
    if (!inner_.empty()) add_link(node, inner_[dice_.below(inner_.size())]);
    inner_.push_back(node);
    if (kind == NodeKind::chip) chips_.push_back(node);
  }

  /// Hangs a chip on an inner node, now and then with its nic between; a nic joins no two chips.
  void add_chip(std::size_t inner) {
    std::size_t above = inner_[inner];
    if (dice_.chance(15) && world_.nodes[above].kind != NodeKind::chip) {
      const std::size_t nic = add_node(NodeKind::nic, false);
      add_link(above, nic);
      above = nic;
    }
    const std::size_t chip = add_node(NodeKind::chip, false);
    add_link(chip, above);
    chips_.push_back(chip);
  }

  std::size_t add_node(NodeKind kind, bool forwards) {
    const std::string id = (kind == NodeKind::chip ? "c" : "n") + std::to_string(world_.nodes.size());
    world_.nodes.push_back({id, kind, forwards, latency()});
    return world_.nodes.size() - 1;
  }

  void add_link(std::size_t a, std::size_t b) {
    if (dice_.chance(50)) std::swap(a, b);
    const Duplex duplex = dice_.chance(75) ? Duplex::full : dice_.chance(60) ? Duplex::half : Duplex::uncontended;
    world_.links.push_back(
        {a, b, bandwidth(), latency(), duplex, dice_.chance(85) ? 1 : static_cast<int>(dice_.between(2, 4))});
  }

  void set_model() {
    world_.alpha.whole = round_numbers_ ? 0 : dice_.pick<Picoseconds>({0, 300 * ns, 1234567, 5 * us});
    if (!round_numbers_ && dice_.chance(40)) world_.alpha = {{}, 150 * ns, 10 * ns, 20 * ns, dice_.between(0, 60 * ns)};
    world_.utilization = round_numbers_ || dice_.chance(40) ? 1 : dice_.pick<Real>({0.9375L, 0.5L, 0.75L});
    world_.sharing = dice_.chance(65) ? Sharing::max_min : dice_.chance(65) ? Sharing::equal_share : Sharing::none;
    world_.rates = dice_.chance(12) ? Rates::per_step : Rates::progressive;
    world_.sync = world_.rates == Rates::per_step || dice_.chance(45) ? Sync::barrier : Sync::dataflow;
  }

  Collective collective() {
    Collective c;
    c.algorithm = static_cast<Algorithm>(dice_.between(0, 5));
    c.ranks = some_chips(dice_.chance(3) ? 1 : dice_.between(2, static_cast<std::int64_t>(chips_.size())));
    c.element = dice_.pick<std::int64_t>({1, 1, 2, 4, 8});
    c.size = size(static_cast<std::int64_t>(c.ranks.size())) * c.element;
    // With rates solved per step nothing else may be in flight.
    c.channels = world_.rates == Rates::per_step || dice_.chance(60) ? 1 : static_cast<int>(dice_.between(2, 3));
    c.chunks = dice_.chance(60) ? 1 : static_cast<int>(dice_.between(2, 3));
    c.start = dice_.chance(50) ? 0 : moment();
    for (std::size_t i = 0; i < world_.collectives.size(); ++i)
      if (dice_.chance(20)) c.after.push_back(i);
    if (dice_.chance(20)) c.weight = dice_.pick<Real>({0.5L, 2, 3});
    if (dice_.chance(15)) c.rate_cap = std::max<std::int64_t>(GB, bandwidth() / dice_.between(1, 5));
    return c;
  }

  std::vector<std::size_t> some_chips(std::int64_t n) {
    std::vector<std::size_t> shuffled = chips_;
    for (std::size_t i = shuffled.size() - 1; i > 0; --i) std::swap(shuffled[i], shuffled[dice_.below(i + 1)]);
    shuffled.resize(static_cast<std::size_t>(n));
    return shuffled;
  }

  /// In elements: none, fewer than ranks, latency-bound, or bandwidth-bound.
  std::int64_t size(std::int64_t ranks) {
    if (round_numbers_) return 1000000 * ranks * dice_.between(1, 4);
    if (dice_.chance(4)) return 0;
    if (dice_.chance(10)) return dice_.between(1, ranks + 1);
    if (dice_.chance(25)) return dice_.between(1, 200000);
    return dice_.chance(30) ? dice_.pick<std::int64_t>({1 << 20, 4 << 20, 1000000}) : dice_.between(100000, 5000000);
  }

  /// Within what the operations last, about.
  Picoseconds moment() { return round_numbers_ ? 20 * us * dice_.between(0, 20) : dice_.between(0, 400 * us); }

  void add_disturbances() {
    for (std::int64_t n = dice_.pick<std::int64_t>({0, 0, 1, 2}); n > 0; --n) world_.background.push_back(background());
    for (std::int64_t n = dice_.pick<std::int64_t>({0, 0, 1, 2}); n > 0; --n) add_event();
    for (std::int64_t n = dice_.pick<std::int64_t>({0, 0, 1, 2}); n > 0; --n) add_straggler();
  }

  Background background() {
    const auto ends = some_chips(2);
    Background b{ends[0], ends[1], {}, {}, dice_.chance(30) ? 0 : moment(), {}};
    if (dice_.chance(40)) {
      b.size = dice_.between(1, 20000000);
      return b;
    }
    b.rate = std::max<std::int64_t>(GB, bandwidth() / dice_.between(1, 4));
    if (dice_.chance(60)) b.stop = b.start + 1 + moment();
    return b;
  }

  /// One link that gets another bandwidth or fails for a while: each link at most once, so that every order of times
  /// makes sense. Failures keep off round moments: a flow that ends in that very tick may or may not get through.
  void add_event() {
    const std::size_t link = dice_.below(world_.links.size());
    for (const Event& e : world_.events)
      if (e.link == link) return;
    const bool reversed = dice_.chance(50);
    if (dice_.chance(60)) {
      world_.events.push_back({moment(), link, reversed, Event::Change::bandwidth, std::max(GB, 2 * bandwidth() / 3)});
      return;
    }
    const Picoseconds at = dice_.between(0, 400 * us);
    world_.events.push_back({at, link, reversed, Event::Change::down, 0});
    world_.events.push_back({at + dice_.between(1, 100 * us), link, reversed, Event::Change::up, 0});
  }

  void add_straggler() {
    const std::size_t chip = chips_[dice_.below(chips_.size())];
    for (const Straggler& s : world_.stragglers)
      if (s.chip == chip) return;
    world_.stragglers.push_back({chip, 1 + moment()});
  }

  Dice dice_;
  Case world_;
  bool round_numbers_ = false;  ///< no latency and decimal sizes, so that much happens at exactly the same moments
  std::vector<std::int64_t> palette_;
  std::vector<std::size_t> inner_, chips_;
};

/// Every third case sprays over lanes. A link with events has one lane: lanes that differ are another matter.
void add_lanes(Dice& dice, Case& world) {
  world.spray = dice.chance(33);
  if (!world.spray) return;
  for (std::size_t l = 0; l < world.links.size(); ++l) {
    const bool changes =
        std::any_of(world.events.begin(), world.events.end(), [l](const Event& e) { return e.link == l; });
    if (!changes && dice.chance(40)) world.links[l].lanes = static_cast<int>(dice.between(2, 4));
  }
}

/// A third of the cases with max-min shares has priorities or claimants. Whoever never ends goes last: what is behind
/// it might never move.
void add_policies(Dice& dice, Case& world) {
  if (world.sharing != Sharing::max_min || !dice.chance(33)) return;
  world.fairness = dice.pick({Fairness::flow, Fairness::pair, Fairness::job});
  for (Collective& c : world.collectives) {
    if (world.fairness == Fairness::pair) c.weight = 1;  // a pair's operations claim as one, with one weight
    if (dice.chance(50)) c.priority = static_cast<int>(dice.between(1, 3));
  }
  for (Background& b : world.background)
    if ((b.size || b.stop) && dice.chance(50)) b.priority = static_cast<int>(dice.between(1, 3));
}

}  // namespace

Case random_case(std::uint64_t seed) {
  Case world = Maker(seed).make();
  Dice dice(~seed);
  add_lanes(dice, world);
  add_policies(dice, world);
  return world;
}

}  // namespace collsim::test
