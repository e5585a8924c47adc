#include "scenario/sweep_reader.h"

#include <algorithm>
#include <utility>

#include "scenario/fields.h"
#include "scenario/file.h"
#include "scenario/named_file.h"
#include "scenario/value_range.h"
#include "scenario/yaml.h"
#include "scenario/yaml_text.h"

namespace collsim {
namespace {

constexpr std::array sweep_keys{KnownWord{"scenario"}, KnownWord{"vary"}, KnownWord{"points"}, KnownWord{"repeats"}};
constexpr int most_repeats = 1'000'000;

std::string place_of_sweep_key(std::string_view key) {
  if (key == "zip") return "indent it below vary:";
  return key.find('.') == std::string_view::npos ? "" : "indent it below vary:, where keys are varied by their path";
}

class SweepReader {
 public:
  SweepReader(Value root, SweepSpec& spec, Diagnostics& diagnostics)
      : fields_(root, "the sweep", sweep_keys, diagnostics, place_of_sweep_key), spec_(spec), found_(diagnostics) {}

  void read() {
    read_vary();
    read_points();
    spec_.repeats = fields_.whole_between("repeats", 1, most_repeats).value_or(1);
    if (spec_.axes.empty() && !fields_.has("repeats"))
      fields_.complain("vary", "nothing is varied: write, for example, vary: {collectives.0.size: [1 MiB, 1 GiB]}");
    read_base();
  }

 private:
  void read_base() {
    const auto scenario = fields_.require("scenario", "quickstart.yaml");
    if (!scenario) return;
    spec_.inlined = !scenario->is(Value::Kind::scalar);
    if (spec_.inlined) {
      if (!scenario->is(Value::Kind::mapping)) fields_.complain("scenario", "write a file's name or a scenario");
      spec_.scenario_file = spec_.file;
      spec_.scenario_text = spec_.text;
    } else if (fields_.text("scenario")) {
      NamedFile named = read_named_file(*scenario, "the scenario", spec_.file);
      spec_.scenario_file = std::move(named.path);
      spec_.scenario_text = std::move(named.text);
    }
  }

  void read_vary() {
    const auto vary = fields_.find("vary");
    if (!vary) return;
    if (!vary->is(Value::Kind::mapping)) {
      fields_.complain("vary", "write paths of keys and their values, as in {collectives.0.size: [1 MiB, 1 GiB]}");
      return;
    }
    for (const Value::Entry& entry : vary->entries()) {
      if (path_of(entry.key) == "zip") {
        read_zips(entry.value);
      } else {
        add_axis(axis_of(entry));
      }
    }
  }

  /// One group, or a list of several.
  void read_zips(Value zip) {
    if (zip.is(Value::Kind::mapping)) return read_zip(zip);
    if (!zip.is(Value::Kind::sequence)) return complain(found_, zip, "zip", "write {path: [values], path: [values]}");
    for (const Value& group : zip.items()) {
      if (group.is(Value::Kind::mapping)) {
        read_zip(group);
      } else {
        complain(found_, group, "zip", "write {path: [values], path: [values]}");
      }
    }
  }

  void read_zip(Value group) {
    std::vector<SweepPoint> joined;
    for (const Value::Entry& entry : group.entries()) {
      const std::vector<SweepPoint> axis = axis_of(entry);
      if (joined.empty()) joined.resize(axis.size());
      if (joined.size() != axis.size()) {
        complain(found_, entry.value, "zip",
                 "has " + std::to_string(axis.size()) + " values where those before it have " +
                     std::to_string(joined.size()) + ": what is zipped goes on together");
        return;
      }
      for (std::size_t i = 0; i < axis.size(); ++i) joined[i].push_back(axis[i].front());
    }
    add_axis(std::move(joined));
  }

  void read_points() {
    if (!fields_.has("points")) return;
    std::vector<SweepPoint> points;
    for (const Value& item : fields_.list("points")) {
      SweepPoint& point = points.emplace_back();
      if (!item.is(Value::Kind::mapping)) {
        complain(found_, item, "points", "write {path: value, path: value} for each");
        continue;
      }
      for (const Value::Entry& entry : item.entries())
        point.push_back({path_of(entry.key), yaml_text(entry.value), entry.value.mark()});
    }
    if (points.empty()) fields_.complain("points", "the list is empty");
    add_axis(std::move(points));
  }

  void add_axis(std::vector<SweepPoint> axis) {
    if (!axis.empty()) spec_.axes.push_back(std::move(axis));
  }

  /// A value alone is a list of one.
  std::vector<SweepPoint> axis_of(Value::Entry entry) {
    const std::string path = path_of(entry.key);
    std::vector<SweepPoint> axis;
    const auto add = [&](std::string text, Mark mark) { axis.push_back({{path, std::move(text), mark}}); };
    if (is_range(entry.value)) {
      for (std::string& text : read_value_range(entry.value, path, found_)) add(std::move(text), entry.value.mark());
    } else if (entry.value.is(Value::Kind::sequence)) {
      for (const Value& item : entry.value.items()) add(yaml_text(item), item.mark());
      if (axis.empty()) complain(found_, entry.value, path, "the list is empty");
    } else {
      add(yaml_text(entry.value), entry.value.mark());
    }
    return axis;
  }

  std::string path_of(Value key) { return key.is(Value::Kind::scalar) ? std::string(key.text()) : yaml_text(key); }

  Fields fields_;
  SweepSpec& spec_;
  Diagnostics& found_;
};

/// A key that two axes set would be whichever comes last.
void refuse_twice_varied(const SweepSpec& spec, Diagnostics& diagnostics) {
  std::vector<std::string> before;
  for (const std::vector<SweepPoint>& axis : spec.axes) {
    std::vector<std::string> here;
    for (const SweepPoint& point : axis) {
      for (const Setting& setting : point) {
        if (std::find(before.begin(), before.end(), setting.path) != before.end())
          diagnostics.add(setting.mark, quote(setting.path) + " is varied twice: once is enough");
        here.push_back(setting.path);
      }
    }
    std::sort(here.begin(), here.end());
    here.erase(std::unique(here.begin(), here.end()), here.end());
    before.insert(before.end(), here.begin(), here.end());
  }
}

}  // namespace

SweepSpec parse_sweep(std::string_view yaml, const std::string& file) {
  Diagnostics diagnostics(file);
  Document document(file);
  SweepSpec spec;
  spec.file = file;
  spec.text = std::string(yaml);
  const auto root = append_yaml(document, Document::file, yaml, diagnostics);
  if (root) {
    document.set_root(*root);
    SweepReader(document.root(), spec, diagnostics).read();
    refuse_twice_varied(spec, diagnostics);
  }
  diagnostics.throw_if_any();
  return spec;
}

SweepSpec read_sweep(const std::string& path) { return parse_sweep(read_file(path), path); }

}  // namespace collsim
