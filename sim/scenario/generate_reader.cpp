#include "scenario/generate_reader.h"

#include <algorithm>
#include <cassert>
#include <map>
#include <stdexcept>

#include "scenario/block_reader.h"
#include "topology/generate/table.h"

namespace collsim {
namespace {

using Inside = std::function<void(Parameters&)>;

/// Collects the keys of one mapping.
class KeyNames final : public Parameters {
 public:
  std::vector<KnownWord> names;

  void whole(const Key& key, std::optional<int>&, int, int) override { add(key); }
  void number(const Key& key, std::optional<double>&, double, double) override { add(key); }
  void bandwidth(const Key& key, std::optional<double>&) override { add(key); }
  void time(const Key& key, std::optional<Duration>&) override { add(key); }
  void flag(const Key& key, std::optional<bool>&) override { add(key); }
  void text(const Key& key, std::optional<std::string>&, const char*) override { add(key); }
  void word(const Key& key, std::optional<std::size_t>&, std::span<const std::string_view>) override { add(key); }
  void block(const Key& key, std::optional<NetworkBlock>&) override { add(key); }
  void group(const Key& key, const Inside&) override { add(key); }

 private:
  void add(const Key& key) {
    assert(std::none_of(names.begin(), names.end(), [&](const KnownWord& k) { return k.word == key.name; }));
    names.push_back({key.name});
  }
  void link_group(const Key& key, const Inside&) override { add(key); }
  void items_of(const Key& key, const std::function<void(std::size_t)>&,
                const std::function<void(std::size_t, Parameters&)>&) override {
    add(key);
  }
};

/// What all mappings of one `generate:` share: where each parameter stands, and the topology around it.
struct Reading {
  const std::string& file;
  int depth;
  std::map<const void*, std::pair<Value, std::string>> places;
};

/// Takes the values of one mapping.
class FileParameters final : public Parameters {
 public:
  FileParameters(const Fields& fields, Reading& reading) : fields_(fields), reading_(reading) {}

  void whole(const Key& key, std::optional<int>& value, int least, int most) override {
    take(key, value, fields_.whole_between(key.name, least, most), "8");
  }
  void number(const Key& key, std::optional<double>& value, double least, double most) override {
    take(key, value, fields_.positive_between(key.name, least, most), "2");
  }
  void bandwidth(const Key& key, std::optional<double>& value) override {
    take(key, value, fields_.bandwidth(key.name), "50 GB/s");
  }
  void time(const Key& key, std::optional<Duration>& value) override {
    take(key, value, fields_.time(key.name), "100 ns");
  }
  void flag(const Key& key, std::optional<bool>& value) override { take(key, value, fields_.flag(key.name), "true"); }
  void text(const Key& key, std::optional<std::string>& value, const char* example) override {
    take(key, value, fields_.text(key.name), example);
  }
  void word(const Key& key, std::optional<std::size_t>& index, std::span<const std::string_view> words) override {
    std::vector<KnownWord> known;
    for (const std::string_view w : words) known.push_back({w});
    const auto value = fields_.find(key.name);
    take(key, index, value ? to_choice(*value, key.name, known, fields_.diagnostics()) : std::nullopt, words.front());
  }
  void block(const Key& key, std::optional<NetworkBlock>& value) override {
    const auto at = fields_.find(key.name);
    std::optional<NetworkBlock> read;
    if (at) read = read_block(*at, key.name, {reading_.file, reading_.depth}, fields_.diagnostics());
    take(key, value, std::move(read), "hgx-h100.yaml");
  }
  void group(const Key& key, const Inside& inside) override {
    const auto value = find(key, "{...}");
    if (value) read_mapping(*value, key.name, inside);
  }

 private:
  template <class T>
  void take(const Key& key, std::optional<T>& value, std::optional<T> read, std::string_view example) {
    const auto at = find(key, example);
    if (at) reading_.places.insert({&value, {*at, key.name}});
    if (read) value = std::move(read);
  }

  std::optional<Value> find(const Key& key, std::string_view example) const {
    return key.required ? fields_.require(key.name, example) : fields_.find(key.name);
  }

  void read_mapping(Value mapping, const std::string& what, const Inside& inside) {
    KeyNames keys;
    inside(keys);
    const Fields fields(mapping, what, keys.names, fields_.diagnostics());
    FileParameters parameters(fields, reading_);
    inside(parameters);
  }

  void link_group(const Key& key, const Inside& inside) override {
    const auto value = find(key, "{bandwidth: 50 GB/s}");
    if (value) read_mapping(*value, key.name, inside);
  }

  void items_of(const Key& key, const std::function<void(std::size_t)>& resize,
                const std::function<void(std::size_t, Parameters&)>& inside) override {
    if (!find(key, "[{...}]")) return;
    const std::vector<Value> items = fields_.list(key.name);
    if (items.empty()) fields_.complain(key.name, "the list is empty");
    resize(items.size());
    for (std::size_t i = 0; i < items.size(); ++i)
      read_mapping(items[i], std::string("an entry of ") + key.name, [&](Parameters& p) { inside(i, p); });
  }

  const Fields& fields_;
  Reading& reading_;
};

const GeneratorKind* kind_of(Value mapping, Diagnostics& diagnostics) {
  std::vector<KnownWord> names;
  for (const GeneratorKind& kind : generators()) names.push_back({kind.name});
  for (const Value::Entry& entry : mapping.entries()) {
    if (!entry.key.is(Value::Kind::scalar) || entry.key.text() != "kind") continue;
    const auto chosen = to_choice(entry.value, "kind", names, diagnostics);
    return chosen ? &generators()[*chosen] : nullptr;
  }
  std::vector<std::string_view> words;
  for (const KnownWord& name : names) words.push_back(name.word);
  complain(diagnostics, mapping, "generate", "kind is missing: one of " + listed(words));
  return nullptr;
}

void draw(const Generator& generator, Value mapping, const Reading& reading, TopologyDescription& topology,
          Diagnostics& diagnostics) {
  Draft draft(topology, mapping.mark());
  try {
    generator.draw(draft);
    topology = draft.take();
  } catch (const ParameterError& e) {
    const auto place = reading.places.find(e.parameter());
    if (place == reading.places.end()) return complain(diagnostics, mapping, "generate", e.what());
    complain(diagnostics, place->second.first, place->second.second, e.what());
  } catch (const std::length_error& e) {
    complain(diagnostics, mapping, "generate", e.what());
  }
}

}  // namespace

void read_generate(Value mapping, TopologyDescription& topology, Diagnostics& diagnostics, int depth) {
  if (!mapping.is(Value::Kind::mapping))
    return complain(diagnostics, mapping, "generate", "a mapping such as {kind: star, ...} is wanted here");
  const GeneratorKind* kind = kind_of(mapping, diagnostics);
  if (kind == nullptr) return;
  const std::unique_ptr<Generator> generator = kind->make();
  KeyNames keys;
  keys.names.push_back({"kind"});
  generator->describe(keys);
  const std::string what = "the generator " + std::string(kind->name);
  const Fields fields(mapping, what, keys.names, diagnostics);
  Reading reading{topology.file, depth, {}};
  FileParameters parameters(fields, reading);
  generator->describe(parameters);
  if (diagnostics.empty()) draw(*generator, mapping, reading, topology, diagnostics);
}

}  // namespace collsim
