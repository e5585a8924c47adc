#include <algorithm>
#include <cmath>

#include <fmt/format.h>

#include "result/explanation_parts.h"

namespace collsim {

double StepUse::factor() const { return ideal > Duration{} ? ratio(time, ideal) : 1; }

double ratio(Duration a, Duration b) { return static_cast<double>(a.count()) / static_cast<double>(b.count()); }

std::string us_text(Duration time) { return fmt::format("{:.2f}", to_microseconds(time)); }

std::string bytes_text(double bytes) {
  constexpr const char* units[] = {"B", "kB", "MB", "GB", "TB", "PB"};
  std::size_t unit = 0;
  for (; bytes >= 1000 && unit < 5; ++unit) bytes /= 1000;
  return fmt::format("{:.4g} {}", bytes, units[unit]);
}

std::string percent_text(double part, double whole) {
  return whole > 0 ? fmt::format("{:.1f} %", 100 * part / whole) : "-";
}

std::string times_text(double factor) { return fmt::format("×{:.2f}", factor); }

std::string count_text(std::int64_t count, const char* one) {
  return fmt::format("{} {}{}", count, one, count == 1 ? "" : "s");
}

StepNames::StepNames(const OperationExplanation& operation)
    : phases_(
          std::any_of(operation.steps.begin(), operation.steps.end(), [](const StepUse& s) { return s.phase > 0; })),
      chunks_(operation.result.chunks > 1),
      channels_(operation.result.channels > 1) {}

std::string StepNames::of_step(int phase, int step) const {
  return phases_ ? fmt::format("phase {} step {}", phase + 1, step + 1) : fmt::format("step {}", step + 1);
}

std::string StepNames::of(const Cell& cell) const {
  std::string text = of_step(cell.phase, cell.step);
  if (chunks_) text += fmt::format(", chunk {}", cell.chunk + 1);
  if (channels_) text += fmt::format(", channel {}", cell.channel + 1);
  return text;
}

std::string StepNames::of(const Cell& first, const Cell& last) const {
  const bool one_step = first.phase == last.phase && first.step == last.step;
  const bool one_chunk = first.chunk == last.chunk;
  if (first.channel != last.channel || first.phase != last.phase || (!one_step && !one_chunk))
    return of(first) + " – " + of(last);
  std::string text = of_step(first.phase, first.step);
  if (!one_step)
    text = fmt::format("{}steps {}–{}", phases_ ? fmt::format("phase {} ", first.phase + 1) : "", first.step + 1,
                       last.step + 1);
  if (chunks_)
    text += one_chunk ? fmt::format(", chunk {}", first.chunk + 1)
                      : fmt::format(", chunks {}–{}", first.chunk + 1, last.chunk + 1);
  if (channels_) text += fmt::format(", channel {}", first.channel + 1);
  return text;
}

const StepUse* worst_step(const OperationExplanation& operation) {
  const auto lost = [](const StepUse& s) { return s.time - s.ideal; };
  const StepUse* worst = nullptr;
  for (const StepUse& step : operation.steps) {
    // Less than a thousandth is rounding, and no news either.
    if (step.factor() < 1.001) continue;
    if (worst == nullptr || lost(step) > lost(*worst)) worst = &step;
  }
  return worst;
}

const SensitivityRow* hurts_most(const Explanation& e) {
  if (!e.sensitivity || e.sensitivity->rows.empty()) return nullptr;
  const auto& rows = e.sensitivity->rows;
  const auto most = std::max_element(
      rows.begin(), rows.end(), [](const SensitivityRow& a, const SensitivityRow& b) { return a.halved < b.halved; });
  return most->halved > e.run.makespan ? &*most : nullptr;
}

const SensitivityRow* helps_most(const Explanation& e) {
  if (!e.sensitivity || e.sensitivity->rows.empty()) return nullptr;
  const auto& rows = e.sensitivity->rows;
  const auto most = std::min_element(rows.begin(), rows.end(), [](const SensitivityRow& a, const SensitivityRow& b) {
    return a.all_doubled < b.all_doubled;
  });
  return most->all_doubled < e.run.makespan ? &*most : nullptr;
}

std::string meeting_text(const StepUse& step) {
  if (step.link.empty()) return "no link bound it";
  std::string text;
  const auto add = [&](std::int64_t count, const std::string& of) {
    if (count > 0) text += fmt::format("{}{} {}", text.empty() ? "" : " and ", count, of);
  };
  const bool named_all = static_cast<std::size_t>(step.met_step) <= step.pairs.size();
  add(step.met_step - 1, fmt::format("of its step ({}{})", fmt::join(step.pairs, ", "), named_all ? "" : ", …"));
  add(step.met_operation, "of other steps of the operation");
  add(step.met_others, "of other operations or background");
  if (text.empty()) return fmt::format("it is alone on {}", step.link);
  return fmt::format("on {} it meets {}", step.link, text);
}

std::string bound_text(const Bound& bound) {
  if (bound.kind == Bound::Kind::latency) return fmt::format("{}: α_start and the quickest way", bound.where);
  const char* over = bound.kind == Bound::Kind::cut ? "over the least cut, " : "over its links, ";
  if (bound.kind == Bound::Kind::all_ports) over = "over all their links, ";
  return fmt::format("{}: {} {}{}/s{}", bound.where, bytes_text(bound.bytes), over, bytes_text(bound.capacity),
                     bound.fixed > Duration{} ? fmt::format(", and {} us of α", us_text(bound.fixed)) : "");
}

}  // namespace collsim
