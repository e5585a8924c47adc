#include "scenario/skew_reader.h"

#include <cmath>
#include <stdexcept>

#include <fmt/format.h>

namespace collsim {
namespace {

constexpr std::array keys{
    KnownWord{"tokens"},     KnownWord{"top_k"}, KnownWord{"hidden"},      KnownWord{"experts"},   KnownWord{"zipf"},
    KnownWord{"popularity"}, KnownWord{"draw"},  KnownWord{"deduplicate"}, KnownWord{"direction"}, KnownWord{"layer"}};

constexpr std::array draws{Choice<bool>{"sampled", true}, Choice<bool>{"expected", false}};
constexpr std::array directions{Choice<bool>{"dispatch", false}, Choice<bool>{"combine", true}};

constexpr int most_experts = 16'384;
constexpr int most_top_k = 64;
constexpr double most_zipf = 16;
constexpr double most_draws = 5e8;  // some ten seconds
constexpr double most_bytes = 0x1p62;
constexpr double most_elements_of_a_rank = 0x1p53;

/// A number >= 0.
std::optional<double> to_share(Value value, std::string_view key, Diagnostics& diagnostics) {
  const auto text = to_text(value, key, diagnostics);
  if (!text) return {};
  try {
    return parse_number(*text);
  } catch (const std::invalid_argument& e) {
    complain(diagnostics, value, key, e.what());
    return {};
  }
}

Popularity read_popularity(const Fields& fields) {
  std::vector<double> wanted;
  bool right = true, any = false;
  for (const Value& item : fields.list("popularity")) {
    const auto share = to_share(item, "popularity", fields.diagnostics());
    right = right && share;
    wanted.push_back(share.value_or(0));
    any = any || wanted.back() > 0;
  }
  if (wanted.size() > most_experts) {
    fields.complain("popularity", fmt::format("{} experts are more than {}", wanted.size(), most_experts));
    return {};
  }
  if (right && !any) fields.complain("popularity", "one expert at least must be above 0");
  const auto experts = fields.whole_between("experts", 1, most_experts);
  if (experts && static_cast<std::size_t>(*experts) != wanted.size()) {
    fields.complain("experts", fmt::format("{} experts are stated, and popularity has {}", *experts, wanted.size()));
  }
  return right && any ? scaled_popularity(wanted) : Popularity{};
}

Popularity read_zipf(const Fields& fields) {
  fields.require("experts", "256");
  const auto experts = fields.whole_between("experts", 1, most_experts);
  const auto value = fields.find("zipf");
  const auto exponent = value ? to_share(*value, "zipf", fields.diagnostics()) : 0.0;
  if (exponent && *exponent > most_zipf) {
    fields.complain("zipf", fmt::format("{} is out of range: from 0 (all experts alike) to {}", *exponent, most_zipf));
    return {};
  }
  return experts && exponent ? zipf_popularity(*experts, *exponent) : Popularity{};
}

/// Requires: a popularity that could be read.
void check_top_k(const Fields& fields, const ExpertTraffic& traffic) {
  int wanted = 0;
  for (const std::uint64_t p : traffic.popularity) wanted += p > 0 ? 1 : 0;
  if (traffic.top_k <= wanted) return;
  fields.complain("top_k",
                  fmt::format("a token cannot go to {} different experts: {} are ever chosen", traffic.top_k, wanted));
}

void check_extent(const Fields& fields, const ExpertTraffic& traffic, int ranks) {
  const double copies = static_cast<double>(traffic.tokens) * traffic.top_k;
  const double elements = copies * static_cast<double>(traffic.hidden);
  if (elements >= most_elements_of_a_rank || elements * static_cast<double>(traffic.element) * ranks >= most_bytes) {
    fields.complain("tokens", "tokens x top_k x hidden is more than can be counted in bytes: write less");
  }
  if (traffic.sampled && copies * ranks > most_draws) {
    fields.complain("draw", fmt::format("{} experts would have to be drawn, which takes too long above {}: write draw: "
                                        "expected",
                                        copies * ranks, most_draws));
  }
}

}  // namespace

std::optional<ExpertTraffic> read_skew(Value mapping, int ranks, Bytes element, Diagnostics& diagnostics) {
  const Fields fields(mapping, "a skew", keys, diagnostics);
  fields.require("tokens", "4096");
  fields.require("top_k", "8");
  fields.require("hidden", "7168");
  if (fields.has("zipf") && fields.has("popularity")) {
    fields.complain("zipf", "stands beside popularity: only one of the two can");
  }
  const auto tokens = fields.whole_between("tokens", 1, std::numeric_limits<int>::max());
  const auto top_k = fields.whole_between("top_k", 1, most_top_k);
  const auto hidden = fields.whole_between("hidden", 1, std::numeric_limits<int>::max());
  ExpertTraffic traffic;
  traffic.element = element;
  traffic.popularity = fields.has("popularity") ? read_popularity(fields) : read_zipf(fields);
  traffic.sampled = fields.choice("draw", draws).value_or(true);
  traffic.deduplicate = fields.flag("deduplicate").value_or(true);
  traffic.combine = fields.choice("direction", directions).value_or(false);
  traffic.layer = fields.whole("layer").value_or(0);
  if (!tokens || !top_k || !hidden || traffic.popularity.empty()) return {};
  traffic.tokens = *tokens;
  traffic.top_k = *top_k;
  traffic.hidden = *hidden;
  check_top_k(fields, traffic);
  check_extent(fields, traffic, ranks);
  return traffic;
}

}  // namespace collsim
