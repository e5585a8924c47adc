#include "result/choice_writer.h"

#include <algorithm>
#include <string_view>
#include <vector>

#include "base/units.h"
#include "result/text.h"

namespace collsim {
namespace {

/// Neighbouring sizes of one collective with one choice.
struct Stretch {
  const CollectiveResult* first;
  const CollectiveResult* last;
  const CollectiveResult* narrowest;  // of the least margin
};

std::string percent(double share) { return (share < 0 ? "" : "+") + fixed(100 * share, share < 0.1 ? 1 : 0) + " %"; }

std::string name_of(std::string_view algorithm, Protocol protocol) {
  return std::string(algorithm) + ' ' + std::string(to_string(protocol));
}

std::string microseconds_of(double us) { return fixed(us, 2) + " us"; }

bool continues(const Stretch& stretch, const CollectiveResult& next) {
  const Chosen& a = *stretch.last->chosen;
  const Chosen& b = *next.chosen;
  return stretch.last->id == next.id && a.algorithm == b.algorithm && a.protocol == b.protocol &&
         a.reason == b.reason && a.channels == b.channels;
}

bool narrower(const CollectiveResult& a, const CollectiveResult& b) {
  const auto margin = a.chosen->margin();
  return margin && (!b.chosen->margin() || *margin < *b.chosen->margin());
}

/// In the order of the collectives, and of sizes within each.
std::vector<const CollectiveResult*> chosen_results(const Result& result) {
  std::vector<const CollectiveResult*> found;
  const std::size_t collectives = result.runs.empty() ? 0 : result.runs.front().collectives.size();
  for (std::size_t i = 0; i < collectives; ++i)
    for (const RunResult& run : result.runs)
      if (i < run.collectives.size() && run.collectives[i].chosen) found.push_back(&run.collectives[i]);
  return found;
}

std::vector<Stretch> stretches(const Result& result) {
  std::vector<Stretch> found;
  for (const CollectiveResult* c : chosen_results(result)) {
    if (found.empty() || !continues(found.back(), *c)) {
      found.push_back({c, c, c});
      continue;
    }
    found.back().last = c;
    if (narrower(*c, *found.back().narrowest)) found.back().narrowest = c;
  }
  return found;
}

std::string sizes_of(const Stretch& stretch) {
  const std::string from = format_size(stretch.first->size);
  return stretch.first->size == stretch.last->size ? from : from + " to " + format_size(stretch.last->size);
}

std::string line_of(const Stretch& stretch) {
  const CollectiveResult& at = *stretch.narrowest;
  std::string line = at.id + ", " + sizes_of(stretch) + ": " + name_of(*at.chosen) + ", chosen by " + at.chosen->by;
  if (const std::string next = next_best(*at.chosen); !next.empty()) line += "; " + next;
  if (stretch.first != stretch.last && at.chosen->margin()) line += " at " + format_size(at.size);
  if (at.chosen->margin() && !at.chosen->reason.empty()) line += "; " + at.chosen->reason;
  return line;
}

void write_ranking(const CollectiveResult& c, std::ostream& out) {
  const Chosen& chosen = *c.chosen;
  out << "# What was weighed for " << c.id << " at " << format_size(c.size) << ", by " << chosen.by << ":\n";
  std::size_t width = 0;
  for (const Candidate& one : chosen.ranking) width = std::max(width, name_of(one.algorithm, one.protocol).size());
  const double best = chosen.us().value_or(0);
  for (const Candidate& one : chosen.ranking) {
    const bool taken = one.algorithm == chosen.algorithm && one.protocol == chosen.protocol;
    out << "# " << (taken ? "> " : "  ") << left_aligned(name_of(one.algorithm, one.protocol), width);
    if (one.us) out << right_aligned(microseconds_of(*one.us), 16);
    if (one.us && best > 0 && !taken) out << right_aligned(percent(*one.us / best - 1), 12);
    if (!one.us) out << "  " << one.note;
    out << '\n';
  }
}

}  // namespace

std::string name_of(const Chosen& chosen) { return name_of(chosen.algorithm, chosen.protocol); }

std::string next_best(const Chosen& chosen) {
  const Candidate* next = chosen.runner_up();
  const auto margin = chosen.margin();
  if (next == nullptr || !margin) return chosen.reason;
  return "next " + name_of(next->algorithm, next->protocol) + ", " + percent(*margin);
}

void write_choices(const Result& result, std::ostream& out) {
  for (const Stretch& stretch : stretches(result)) out << "# " << line_of(stretch) << '\n';
}

void write_rankings(const Result& result, std::ostream& out) {
  for (const CollectiveResult* c : chosen_results(result)) write_ranking(*c, out);
}

}  // namespace collsim
