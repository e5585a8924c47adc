#include "scenario/model_values.h"

#include <stdexcept>

#include "base/decimal.h"

namespace collsim {
namespace {

constexpr std::array alpha_keys{KnownWord{"ddr_read"}, KnownWord{"ddr_write"}, KnownWord{"noc"}, KnownWord{"stack"}};

AlphaStart read_alpha_parts(Value value, Diagnostics& diagnostics) {
  const Fields fields(value, "alpha_start", alpha_keys, diagnostics);
  const auto part = [&](std::string_view key) { return fields.time(key).value_or(Duration::zero()); };
  const Duration side = part("noc") + part("stack");
  return {part("ddr_read") + side, side + part("ddr_write")};
}

/// A text such as `82 %` as the number that is meant, `0.82`; empty for any other text.
std::string share_of_percent(std::string_view text) try {
  const Quantity quantity = parse_quantity(text, "");
  if (quantity.unit != "%") return {};
  const std::string digits = std::to_string(quantity.number.digits);
  constexpr int hundred = 2;
  return with_point(digits, static_cast<int>(digits.size()) + quantity.number.exponent - hundred);
} catch (const std::invalid_argument&) {
  return {};
}

constexpr double least_utilization = 1e-3;

}  // namespace

std::optional<AlphaStart> read_alpha_start(const Fields& model) {
  const auto value = model.find("alpha_start");
  if (!value) return {};
  if (value->is(Value::Kind::mapping)) return read_alpha_parts(*value, model.diagnostics());
  const auto sender = to_time(*value, "alpha_start", model.diagnostics());
  if (!sender) return {};
  return AlphaStart{*sender, Duration::zero()};
}

std::optional<double> read_utilization(const Fields& model) {
  const auto stated = model.find("utilization");
  const bool single = stated && stated->is(Value::Kind::scalar);
  if (const std::string share = single ? share_of_percent(stated->text()) : ""; !share.empty()) {
    model.complain("utilization", quote(stated->text()) + " is a percentage: write " + share);
    return {};
  }
  const auto u = model.positive("utilization");
  if (!u || (*u >= least_utilization && *u <= 1)) return u;
  model.complain("utilization", "is not from 0.001 to 1: it is the share of a link that payload can use, as in 0.95");
  return {};
}

}  // namespace collsim
