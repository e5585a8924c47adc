#include "scenario/placement_reader.h"

#include <algorithm>
#include <set>
#include <sstream>
#include <stdexcept>

#include "base/id_range.h"
#include "scenario/chip_patterns.h"
#include "scenario/job_reader.h"

namespace collsim {
namespace {

constexpr std::array placement_keys{KnownWord{"chips"}, KnownWord{"policy"}, KnownWord{"count"}, KnownWord{"stride"},
                                    KnownWord{"file"}};

constexpr std::string_view by_file = "file";
/// Nothing: the file names them.
struct Policy {
  std::optional<Choosing> choosing;
};
constexpr std::array policies{Choice<Policy>{"contiguous", Policy{Choosing::contiguous}},
                              Choice<Policy>{"strided", Policy{Choosing::strided}},
                              Choice<Policy>{"random", Policy{Choosing::random}}, Choice<Policy>{by_file, Policy{}}};

constexpr int most_chips = 10'000'000;

void refuse(const Fields& fields, std::string_view key, const std::string& unless) {
  if (fields.has(key)) fields.complain(key, "goes with " + unless + ": leave it out");
}

}  // namespace

PlacementReader::PlacementReader(const JobContext& context, Diagnostics& diagnostics)
    : context_(context), diagnostics_(diagnostics), pool_(context.topology) {}

void PlacementReader::place(Value placement, bool shared, JobSpec& job) {
  job.placement = "chips";
  if (!placement.is(Value::Kind::mapping)) return place_by_names(named_in(placement), shared, job);
  const Fields fields(placement, "a placement", placement_keys, diagnostics_);
  if (!fields.has("chips")) return place_by_policy(fields, shared, job);
  for (const std::string_view key : {"policy", "count", "stride", "file"})
    refuse(fields, key, "a policy, and chips say which they are");
  if (const auto chips = fields.find("chips")) place_by_names(named_in(*chips), shared, job);
}

void PlacementReader::place_by_policy(const Fields& fields, bool shared, JobSpec& job) {
  fields.require("policy", "contiguous");
  const auto policy = fields.choice("policy", policies);
  if (!policy) return;
  job.placement = fields.text("policy").value_or("");
  if (policy->choosing != Choosing::strided) refuse(fields, "stride", "policy: strided");
  if (!policy->choosing) return place_by_names(named_in_file(fields, job), shared, job);
  refuse(fields, "file", "policy: file");
  place_by_choice(fields, *policy->choosing, shared, job);
}

void PlacementReader::place_by_choice(const Fields& fields, Choosing choosing, bool shared, JobSpec& job) {
  if (choosing == Choosing::strided) fields.require("stride", "4");
  fields.require("count", "8");
  const auto stride = fields.whole_between("stride", 1, most_chips);
  const auto count = fields.whole_between("count", 1, most_chips);
  if (!count) return;
  const auto chips = pool_.candidates(choosing, static_cast<std::size_t>(stride.value_or(1)),
                                      placement_seed(context_.seed, job.id), shared);
  const auto wanted = static_cast<std::size_t>(*count);
  if (wanted > chips.size()) {
    return fields.complain("count", "job " + quote(job.id) + " wants " + std::to_string(wanted) + " chips, " +
                                        std::to_string(chips.size()) + " of " + std::to_string(pool_.size()) +
                                        " are left");
  }
  for (std::size_t i = 0; i < wanted; ++i) {
    pool_.take(chips[i], job.id);
    job.chips.push_back(pool_.name(chips[i]));
  }
}

void PlacementReader::place_by_names(const std::vector<Named>& names, bool shared, JobSpec& job) {
  std::set<std::size_t> own;
  for (const Named& named : names) {
    const auto chip = find(named);
    if (!chip) continue;
    const std::string& owner = pool_.owner(*chip);
    if (!own.insert(*chip).second) {
      complain(named.place, "job " + quote(job.id) + " has chip " + quote(named.name) + " twice");
    } else if (!owner.empty() && !shared) {
      complain(named.place, "chip " + quote(named.name) + " is job " + quote(owner) +
                                "'s already: write shared: true " + "if " + quote(job.id) + " is to have it as well");
    } else {
      pool_.take(*chip, job.id);
      job.chips.push_back(named.name);
    }
  }
}

std::optional<std::size_t> PlacementReader::find(const Named& named) {
  const auto chip = pool_.find(named.name);
  if (!chip) complain(named.place, "unknown chip " + quote(named.name) + suggestion(named.name, pool_.names()));
  return chip;
}

std::vector<PlacementReader::Named> PlacementReader::named_in(Value patterns) {
  std::vector<Named> out;
  ChipPatterns reader("placement", "no chip is named", diagnostics_);
  for (const Reference& reference : reader.read(patterns)) {
    Diagnostic place = patterns.diagnostic("");
    if (place.mark.line > 0) place.mark = reference.mark;
    for (std::string& name : expand_ids(reference.text)) out.push_back({std::move(name), place});
  }
  return out;
}

std::vector<PlacementReader::Named> PlacementReader::named_in_file(const Fields& fields, const JobSpec& job) {
  const auto name = fields.require("file", "ranks.txt");
  if (!name || !fields.text("file")) return {};
  const NamedFile file = read_named_file(*name, "the placement", context_.file);
  std::vector<Named> named = names_of(file);
  const auto wanted = static_cast<std::size_t>(fields.whole_between("count", 1, most_chips).value_or(0));
  if (named.empty()) {
    fields.complain("file", file.path + " names no chip: write one a line, in rank order");
  } else if (wanted > named.size()) {
    fields.complain("count", "job " + quote(job.id) + " wants " + std::to_string(wanted) + " chips, and " + file.path +
                                 " names " + std::to_string(named.size()));
  } else if (wanted > 0) {
    named.erase(named.begin() + static_cast<std::ptrdiff_t>(wanted), named.end());
  }
  return named;
}

/// One chip a line, in rank order; several on a line and patterns are right too, and `#` begins a comment.
std::vector<PlacementReader::Named> PlacementReader::names_of(const NamedFile& file) {
  std::vector<Named> out;
  std::istringstream lines(file.text);
  Diagnostic place{file.path, {0, 1}, ""};
  for (std::string line; std::getline(lines, line);) {
    ++place.mark.line;
    read_line(std::string_view(line).substr(0, line.find('#')), place, out);
  }
  return out;
}

void PlacementReader::read_line(std::string_view line, const Diagnostic& place, std::vector<Named>& out) {
  constexpr std::string_view blanks = " \t\r";
  for (std::size_t begin = line.find_first_not_of(blanks); begin < line.size();) {
    const std::size_t end = std::min(line.find_first_of(blanks, begin), line.size());
    Diagnostic here = place;
    here.mark.column = static_cast<int>(begin) + 1;
    try {
      for (std::string& name : expand_ids(line.substr(begin, end - begin))) out.push_back({std::move(name), here});
    } catch (const std::invalid_argument& e) {
      complain(here, e.what());
    }
    begin = line.find_first_not_of(blanks, end);
  }
}

void PlacementReader::complain(Diagnostic place, std::string message) {
  place.message = "placement: " + std::move(message);
  diagnostics_.add(std::move(place));
}

}  // namespace collsim
