#include "scenario/automatic.h"

namespace collsim {
namespace {

constexpr std::array presets{Choice<Preset>{"nccl", Preset::nccl}, Choice<Preset>{"vllm", Preset::vllm},
                             Choice<Preset>{"simulate", Preset::simulate}};
constexpr std::array table_keys{KnownWord{"table"}};

/// Keys that belong to an algorithm that is named.
constexpr std::array<std::string_view, 3> of_named{"protocol", "groups", "orders"};

bool is_auto(const Fields& collective, std::string_view key) {
  const auto value = collective.find(key);
  return value && value->is(Value::Kind::scalar) && value->text() == "auto";
}

void read_table(const Fields& collective, Value mapping, AutoSpec& spec) {
  const Fields fields(mapping, "auto", table_keys, collective.diagnostics());
  const auto named = fields.require("table", "tuner.csv") ? fields.text("table") : std::nullopt;
  if (!named) return;
  spec.preset = Preset::table;
  spec.table = *named;
  spec.mark = fields.find("table")->mark();
}

}  // namespace

std::optional<AutoSpec> read_automatic_protocol(const Fields& collective, const std::string& algorithm) {
  if (algorithm.empty() || !is_auto(collective, "protocol")) return {};
  AutoSpec spec;
  spec.only = algorithm;
  return spec;
}

std::optional<AutoSpec> read_automatic(const Fields& collective) {
  if (!is_auto(collective, "algorithm")) {
    if (collective.has("auto")) collective.complain("auto", "says how to choose: it belongs to algorithm: auto");
    return {};
  }
  for (const std::string_view key : of_named)
    if (collective.has(key)) collective.complain(key, "belongs to a named algorithm: auto chooses by itself");
  AutoSpec spec;
  const auto value = collective.find("auto");
  if (value && value->is(Value::Kind::mapping))
    read_table(collective, *value, spec);
  else if (const auto preset = collective.choice("auto", presets))
    spec.preset = *preset;
  return spec;
}

}  // namespace collsim
