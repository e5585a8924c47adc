#include "generators.h"

#include <fmt/format.h>

#include "base/error.h"
#include "base/units.h"
#include "command_line.h"
#include "result/output_file.h"
#include "text_table.h"
#include "topology/generate/table.h"

namespace collsim {
namespace {

using Rows = std::vector<std::vector<std::string>>;
using Inside = std::function<void(Parameters&)>;

/// A row for each parameter, those inside a mapping indented below it.
class Documentation final : public Parameters {
 public:
  Documentation(Rows& rows, std::string indent) : rows_(rows), indent_(std::move(indent)) {}

  void whole(const Key& key, std::optional<int>& value, int least, int most) override {
    add(key, fmt::format("{} to {}", least, most), value ? std::to_string(*value) : "");
  }
  void number(const Key& key, std::optional<double>& value, double least, double most) override {
    add(key, fmt::format("{} to {}", least, most), value ? fmt::format("{}", *value) : "");
  }
  void bandwidth(const Key& key, std::optional<double>& value) override {
    add(key, "bandwidth", value ? format_bandwidth(*value) : "");
  }
  void time(const Key& key, std::optional<Duration>& value) override {
    add(key, "time", value ? format_time(*value) : "");
  }
  void flag(const Key& key, std::optional<bool>& value) override {
    add(key, "true, false", value ? (*value ? "true" : "false") : "");
  }
  void text(const Key& key, std::optional<std::string>& value, const char* example) override {
    add(key, std::string("such as ") + example, value.value_or(""));
  }
  void word(const Key& key, std::optional<std::size_t>& index, std::span<const std::string_view> words) override {
    std::string all;
    for (const std::string_view word : words) all += (all.empty() ? "" : ", ") + std::string(word);
    add(key, all, index ? std::string(words[*index]) : "");
  }
  void block(const Key& key, std::optional<NetworkBlock>&) override { add(key, "file or mapping", ""); }
  void group(const Key& key, const Inside& inside) override {
    add(key, "mapping", "");
    describe(inside);
  }

 private:
  void add(const Key& key, const std::string& takes, const std::string& value) {
    rows_.push_back({indent_ + key.name, takes, key.required ? "required" : value, key.meaning});
  }

  void describe(const Inside& inside) {
    Documentation deeper(rows_, indent_ + "  ");
    inside(deeper);
  }

  void link_group(const Key& key, const Inside&) override { add(key, "link", ""); }

  void items_of(const Key& key, const std::function<void(std::size_t)>& resize,
                const std::function<void(std::size_t, Parameters&)>& inside) override {
    add(key, "list of mappings", "");
    resize(1);
    describe([&](Parameters& p) { inside(0, p); });
  }

  Rows& rows_;
  std::string indent_;
};

const Rows heading{{"  key", "takes", "default", "meaning"}};

void write_kind(const GeneratorKind& kind, std::ostream& out) {
  Rows rows = heading;
  Documentation documentation(rows, "  ");
  kind.make()->describe(documentation);
  out << kind.name << ": " << kind.about << '\n';
  write_text_table(rows, "", out);
  out << "  example: generate: " << kind.example << "\n\n";
}

void write_link_keys(std::ostream& out) {
  Rows rows = heading;
  Documentation documentation(rows, "  ");
  LinkParameters link;
  describe_link(documentation, link, true);
  out << "A link is a mapping; its bandwidth may be left out where an oversubscription tells it:\n";
  write_text_table(rows, "", out);
}

const GeneratorKind& kind_named(const std::string& name) {
  if (const GeneratorKind* kind = find_generator(name)) return *kind;
  std::vector<std::string_view> names;
  std::string all;
  for (const GeneratorKind& kind : generators()) {
    names.push_back(kind.name);
    all += (all.empty() ? "" : ", ") + std::string(kind.name);
  }
  throw UsageError("no generator '" + name + '\'' + suggestion(name, names) + "; there are " + all);
}

}  // namespace

int list_generators(const std::string& kind) {
  const GeneratorKind* one = kind.empty() ? nullptr : &kind_named(kind);
  OutputFile out("-");
  if (one != nullptr) {
    write_kind(*one, out.stream());
  } else {
    out.stream() << "Kinds of `generate:`, which stands in a topology instead of nodes and links.\n\n";
    for (const GeneratorKind& each : generators()) write_kind(each, out.stream());
  }
  write_link_keys(out.stream());
  out.finish();
  return 0;
}

}  // namespace collsim
