#include "study/validation_plan.h"

#include <algorithm>
#include <array>
#include <filesystem>

#include "scenario/fields.h"
#include "scenario/file.h"
#include "scenario/yaml.h"

namespace collsim {
namespace {

constexpr std::array plan_keys{KnownWord{"forms"}, KnownWord{"measured"}, KnownWord{"targets"}};
constexpr std::array forms_keys{KnownWord{"topologies"}, KnownWord{"algorithms"}, KnownWord{"ranks"},
                                KnownWord{"sizes"}};
constexpr std::array case_keys{KnownWord{"log"},   KnownWord{"scenario"}, KnownWord{"set"},
                               KnownWord{"dtype"}, KnownWord{"row"},      KnownWord{"use"}};
constexpr std::array target_keys{KnownWord{"row"}, KnownWord{"band"}, KnownWord{"rmspe"}, KnownWord{"median"}};

constexpr std::array uses{Choice<bool>{"fit", true}, Choice<bool>{"test", false}};
constexpr std::array bands{Choice<SizeBand>{"small", SizeBand::small}, Choice<SizeBand>{"medium", SizeBand::medium},
                           Choice<SizeBand>{"large", SizeBand::large}};

class PlanReader {
 public:
  PlanReader(std::string file, Diagnostics& diagnostics)
      : folder_(std::filesystem::path(file).parent_path()), diagnostics_(diagnostics) {
    plan_.file = std::move(file);
  }

  ValidationPlan read(Value root) {
    const Fields fields(root, "a validation plan", plan_keys, diagnostics_);
    if (const auto forms = fields.find("forms")) read_forms(*forms);
    for (const Value item : fields.list("measured")) read_case(item);
    for (const Value item : fields.list("targets")) read_target(item);
    check_targets(fields);
    return std::move(plan_);
  }

 private:
  std::string path_of(const std::string& name) const { return (folder_ / name).string(); }

  void read_forms(Value value) {
    const Fields fields(value, "forms", forms_keys, diagnostics_);
    FormsGrid grid = default_forms_grid();
    if (fields.has("topologies")) grid.topologies.clear();
    for (const Value item : fields.list("topologies"))
      if (const auto name = to_text(item, "topologies", diagnostics_))
        grid.topologies.push_back(read_topology(path_of(*name)));
    for (const Value item : fields.list("algorithms"))
      if (const auto name = to_text(item, "algorithms", diagnostics_)) grid.algorithms.push_back(*name);
    read_ranks(fields, grid);
    if (fields.has("sizes")) grid.sizes.clear();
    for (const Value item : fields.list("sizes"))
      if (const auto size = to_size(item, "sizes", diagnostics_)) grid.sizes.push_back(*size);
    plan_.forms = std::move(grid);
  }

  void read_ranks(const Fields& fields, FormsGrid& grid) {
    constexpr std::uint64_t most = 1 << 20;
    if (fields.has("ranks")) grid.ranks.clear();
    for (const Value item : fields.list("ranks")) {
      const auto ranks = to_whole(item, "ranks", diagnostics_);
      if (ranks && (*ranks < 2 || *ranks > most)) complain(diagnostics_, item, "ranks", "is not from 2 to 1048576");
      if (ranks) grid.ranks.push_back(static_cast<int>(std::min(*ranks, most)));
    }
  }

  void read_case(Value value) {
    const Fields fields(value, "a measured case", case_keys, diagnostics_);
    MeasuredCase c;
    c.mark = value.mark();
    if (fields.require("log", "log: tables/h100.csv")) c.log = path_of(fields.text("log").value_or(""));
    if (fields.require("scenario", "scenario: h100.yaml")) c.scenario = path_of(fields.text("scenario").value_or(""));
    for (const Value item : fields.list("set"))
      if (const auto text = to_text(item, "set", diagnostics_)) c.set.push_back(*text);
    c.dtype = fields.text("dtype");
    c.row = fields.text("row").value_or("");
    c.fitted = fields.choice("use", uses).value_or(false);
    plan_.measured.push_back(std::move(c));
  }

  void read_target(Value value) {
    const Fields fields(value, "a target", target_keys, diagnostics_);
    Target target;
    target.row = fields.text("row").value_or("");
    if (fields.require("band", "band: large")) target.band = fields.choice("band", bands).value_or(SizeBand::large);
    if (fields.has("rmspe") == fields.has("median"))
      fields.complain("band", "a target has either rmspe or median, as in rmspe: 0.05");
    target.measure = fields.has("median") ? Target::Measure::median : Target::Measure::rmspe;
    target.at_most = fields.positive(fields.has("median") ? "median" : "rmspe").value_or(0);
    plan_.targets.push_back(target);
  }

  void check_targets(const Fields& fields) {
    for (const Target& target : plan_.targets) {
      const auto tests = [&](const MeasuredCase& c) { return target.judges(c); };
      if (std::none_of(plan_.measured.begin(), plan_.measured.end(), tests))
        fields.complain("targets", target.row.empty()
                                       ? "every measured case is fitted"
                                       : "no measured case that is not fitted has the row " + quote(target.row));
    }
  }

  std::filesystem::path folder_;
  Diagnostics& diagnostics_;
  ValidationPlan plan_;
};

}  // namespace

ValidationPlan parse_validation_plan(std::string_view yaml, const std::string& file) {
  Diagnostics diagnostics(file);
  Document document(file);
  const auto root = append_yaml(document, Document::file, yaml, diagnostics);
  if (root) document.set_root(*root);
  diagnostics.throw_if_any();
  ValidationPlan plan = PlanReader(file, diagnostics).read(document.root());
  diagnostics.throw_if_any();
  return plan;
}

ValidationPlan read_validation_plan(const std::string& path) { return parse_validation_plan(read_file(path), path); }

}  // namespace collsim
