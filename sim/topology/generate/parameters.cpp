#include "topology/generate/parameters.h"

#include <array>

namespace collsim {
namespace {

constexpr int most_parallel = 1'000'000;
constexpr std::array tier_words{std::string_view("d2d"), std::string_view("c2c"), std::string_view("b2b"),
                                std::string_view("r2r"), std::string_view("p2p")};
constexpr std::array duplex_words{std::string_view("full"), std::string_view("half"), std::string_view("uncontended")};

/// A word from a list whose order is that of an enumeration's values, which begin with `first`.
template <class Enum, std::size_t n>
void enumeration(Parameters& parameters, const Key& key, std::optional<Enum>& value,
                 const std::array<std::string_view, n>& words, int first) {
  std::optional<std::size_t> index;
  if (value) index = static_cast<std::size_t>(static_cast<int>(*value) - first);
  parameters.word(key, index, words);
  if (index) value = static_cast<Enum>(static_cast<int>(*index) + first);
}

}  // namespace

void describe_link(Parameters& p, LinkParameters& link, bool bandwidth_required) {
  p.bandwidth({"bandwidth", "of one link, each direction", bandwidth_required}, link.bandwidth);
  p.time(optional("latency", "of one link: 20 m of cable at 5 ns/m"), link.latency);
  p.bandwidth(optional("back_bandwidth", "of the other direction, where it differs"), link.back_bandwidth);
  p.time(optional("back_latency", "of the other direction, where it differs"), link.back_latency);
  p.whole(optional("links", "parallel links, each reported by itself"), link.links, 1, 4096);
  p.whole(optional("count", "parallel links that act as one"), link.count, 1, most_parallel);
  enumeration(p, optional("tier", "else by its place in the network"), link.tier, tier_words,
              static_cast<int>(Tier::d2d));
  enumeration(p, optional("duplex", "else full"), link.duplex, duplex_words, 0);
  p.number(optional("utilization", "share of its bandwidth that traffic can use"), link.utilization, 1e-3, 1);
}

void Parameters::link(const Key& key, std::optional<LinkParameters>& value, bool bandwidth_required) {
  link_group(key, [&value, bandwidth_required](Parameters& inside) {
    if (!value) value.emplace();
    describe_link(inside, *value, bandwidth_required);
  });
}

}  // namespace collsim
