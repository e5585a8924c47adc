#include "scenario/overrides.h"

#include <algorithm>
#include <optional>
#include <string_view>
#include <utility>
#include <vector>

#include "scenario/yaml.h"

namespace collsim {
namespace {

std::vector<std::string_view> split(std::string_view path) {
  std::vector<std::string_view> steps;
  while (true) {
    const std::size_t dot = path.find('.');
    steps.push_back(path.substr(0, dot));
    if (dot == std::string_view::npos) return steps;
    path.remove_prefix(dot + 1);
  }
}

std::optional<std::size_t> to_index(std::string_view step) {
  constexpr std::size_t longest = 9;
  const bool digits = std::all_of(step.begin(), step.end(), [](char c) { return c >= '0' && c <= '9'; });
  if (step.empty() || step.size() > longest || !digits) return {};
  return std::stoul(std::string(step));
}

/// `a[0].b` as a path of this reader, `a.0.b`.
std::string dotted(std::string_view path) {
  std::string text;
  for (const char c : path) {
    if (c != ']') text += c == '[' ? '.' : c;
  }
  return text;
}

/// Follows a path from the root, making what is missing.
class Path {
 public:
  Path(Document& document, Document::Source source, Diagnostics& diagnostics)
      : document_(document), source_(source), diagnostics_(diagnostics) {}

  /// The node at the path's end, or nothing after a complaint.
  std::optional<NodeIndex> follow(std::string_view path) {
    const std::vector<std::string_view> steps = split(path);
    if (std::find(steps.begin(), steps.end(), "") != steps.end())
      return complain("a key is missing beside a '.' of the path");
    std::optional<NodeIndex> at = document_.root().index();
    for (std::size_t i = 0; at && i < steps.size(); ++i) {
      at = descend(*at, steps[i], i + 1 < steps.size() && to_index(steps[i + 1]));
      walked_ += (walked_.empty() ? "" : ".") + std::string(steps[i]);
    }
    return at;
  }

 private:
  /// `list_next`: the step after this one is an index.
  std::optional<NodeIndex> descend(NodeIndex at, std::string_view step, bool list_next) {
    switch (Value(document_, at).kind()) {
      case Value::Kind::sequence:
        return item(at, step);
      case Value::Kind::scalar:
        return refuse_scalar(at, step);
      case Value::Kind::null:
        document_.replace(at, document_.add_collection(source_, {}, Value::Kind::mapping));
        break;
      case Value::Kind::mapping:
        break;
    }
    return entry(at, step, list_next);
  }

  std::optional<NodeIndex> item(NodeIndex list, std::string_view step) {
    const std::vector<Value> items = Value(document_, list).items();
    const auto index = to_index(step);
    if (index && *index < items.size()) return items[*index].index();
    const std::string has = quote(walked_) + " is a list of " + std::to_string(items.size());
    if (items.empty()) return complain(has + ", so there is nothing to change in it: write the whole list");
    const std::string last = std::to_string(items.size() - 1);
    return complain(has + ": write " + (last == "0" ? "the index 0" : "an index from 0 to " + last) + " in place of " +
                    quote(step));
  }

  std::optional<NodeIndex> entry(NodeIndex mapping, std::string_view step, bool list_next) {
    for (const Value::Entry& e : Value(document_, mapping).entries()) {
      if (e.key.is(Value::Kind::scalar) && e.key.text() == step) return e.value.index();
    }
    if (list_next) return complain("there is no list " + quote(step) + " to change an entry of: write the whole list");
    const NodeIndex key = document_.add_scalar(source_, {}, step, false);
    const NodeIndex value = document_.add_null(source_, {});
    document_.append_entry(mapping, key, value);
    return value;
  }

  std::nullopt_t refuse_scalar(NodeIndex at, std::string_view step) {
    const std::string value = quote(Value(document_, at).text());
    if (walked_ == "topology") {
      return complain("the topology stands in another file (" + value + "): change " + quote(step) +
                      " there, or write the topology into the scenario");
    }
    return complain(quote(walked_) + " is a single value (" + value + ") and has no " + quote(step));
  }

  std::nullopt_t complain(std::string message) {
    diagnostics_.add(document_.diagnostic(source_, {}, std::move(message)));
    return std::nullopt;
  }

  Document& document_;
  Document::Source source_;
  Diagnostics& diagnostics_;
  std::string walked_;
};

}  // namespace

void apply_set(Document& document, const std::string& text, Diagnostics& diagnostics) {
  const Document::Source source = document.add_source("--set " + text);
  const std::size_t equals = text.find('=');
  if (equals == std::string::npos || equals == 0) {
    diagnostics.add(document.diagnostic(source, {}, "write path=value, as in model.sync=dataflow"));
    return;
  }
  const std::string_view path = std::string_view(text).substr(0, equals);
  if (path.find_first_of("[]") != std::string_view::npos) {
    diagnostics.add(document.diagnostic(
        source, {}, "an entry of a list is named by a dot and its number from 0: write " + dotted(path)));
    return;
  }
  const auto value = append_yaml(document, source, std::string_view(text).substr(equals + 1), diagnostics);
  if (!value) return;
  const auto at = Path(document, source, diagnostics).follow(path);
  if (at) document.replace(*at, *value);
}

}  // namespace collsim
