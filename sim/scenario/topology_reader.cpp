#include "scenario/topology_reader.h"

#include <stdexcept>

#include "base/id_range.h"
#include "scenario/file.h"
#include "scenario/generate_reader.h"
#include "scenario/model_reader.h"
#include "scenario/model_values.h"
#include "scenario/yaml.h"

namespace collsim {
namespace {

constexpr std::array topology_keys{KnownWord{"name"}, KnownWord{"nodes"}, KnownWord{"links"}, KnownWord{"model"},
                                   KnownWord{"generate"}};
constexpr std::array node_keys{KnownWord{"id"},       KnownWord{"kind"},    KnownWord{"latency"},
                               KnownWord{"forwards"}, KnownWord{"reduces"}, KnownWord{"multicasts"}};
constexpr std::array link_keys{
    KnownWord{"from"},         KnownWord{"to"},         KnownWord{"bandwidth"}, KnownWord{"latency"},
    KnownWord{"tier"},         KnownWord{"duplex"},     KnownWord{"count"},     KnownWord{"back_bandwidth"},
    KnownWord{"back_latency"}, KnownWord{"utilization"}};

constexpr std::array kinds{Choice<NodeKind>{"chip", NodeKind::chip}, Choice<NodeKind>{"switch", NodeKind::switch_},
                           Choice<NodeKind>{"nic", NodeKind::nic}, Choice<NodeKind>{"host", NodeKind::host}};
constexpr std::array tiers{Choice<Tier>{"d2d", Tier::d2d}, Choice<Tier>{"c2c", Tier::c2c},
                           Choice<Tier>{"b2b", Tier::b2b}, Choice<Tier>{"r2r", Tier::r2r},
                           Choice<Tier>{"p2p", Tier::p2p}};
constexpr std::array duplexes{Choice<Duplex>{"full", Duplex::full}, Choice<Duplex>{"half", Duplex::half},
                              Choice<Duplex>{"uncontended", Duplex::uncontended}};

constexpr int max_parallel_links = 1'000'000;

/// How many ids the pattern behind `key` stands for; 0 where it is wrong.
std::size_t checked_count(const Fields& fields, std::string_view key, const std::string& pattern) {
  try {
    return count_ids(pattern);
  } catch (const std::invalid_argument& e) {
    fields.complain(key, e.what());
    return 0;
  }
}

/// Ids stand in lists of ranks and in names of links (`a->b#2`), so what separates there cannot be part of one.
void check_id_letters(const Fields& fields, std::string_view key, const std::string& pattern) {
  int depth = 0;
  for (const char c : pattern) {
    depth += c == '[' ? 1 : c == ']' ? -1 : 0;
    const bool blank = static_cast<unsigned char>(c) <= ' ';
    const bool separates = blank || c == '#' || c == '>' || (c == ',' && depth == 0);
    if (!separates) continue;
    fields.complain(key, quote(pattern) + " holds a blank, ',', '#' or '>', which no id may");
    return;
  }
}

NodeGroup read_node(Value value, Diagnostics& diagnostics) {
  const Fields fields(value, "a node", node_keys, diagnostics);
  NodeGroup node;
  node.mark = value.mark();
  if (auto id = fields.reference("id", "\"c[0-7]\"")) {
    node.ids = std::move(id->text);
    node.mark = id->mark;
    if (checked_count(fields, "id", node.ids) > 0) check_id_letters(fields, "id", node.ids);
  }
  fields.require("kind", "chip");
  node.kind = fields.choice("kind", kinds).value_or(NodeKind::chip);
  node.latency = fields.time("latency").value_or(Duration::zero());
  node.forwards = fields.flag("forwards");
  node.reduces = fields.flag("reduces").value_or(false);
  node.multicasts = fields.flag("multicasts").value_or(false);
  return node;
}

/// Pairwise between two ranges of equal length, or one to a range.
void check_lengths(const Fields& fields, const LinkGroup& link) {
  const std::size_t from = checked_count(fields, "from", link.from);
  const std::size_t to = checked_count(fields, "to", link.to);
  if (from == to || from <= 1 || to <= 1) return;
  fields.complain("to", quote(link.to) + " stands for " + std::to_string(to) + " nodes and " + quote(link.from) +
                            " for " + std::to_string(from) + ": both must be equally many, or one of them one");
}

LinkGroup read_link(Value value, Diagnostics& diagnostics) {
  const Fields fields(value, "a link", link_keys, diagnostics);
  LinkGroup link;
  link.mark = value.mark();
  auto from = fields.reference("from", "c0");
  auto to = fields.reference("to", "switch0");
  if (from && to) {
    link.from = std::move(from->text);
    link.to = std::move(to->text);
    link.from_mark = from->mark;
    link.to_mark = to->mark;
    check_lengths(fields, link);
  }
  fields.require("bandwidth", "450 GB/s");
  link.bandwidth = fields.bandwidth("bandwidth").value_or(1);
  link.latency = fields.time("latency").value_or(Duration::zero());
  link.tier = fields.choice("tier", tiers).value_or(Tier::c2c);
  link.duplex = fields.choice("duplex", duplexes).value_or(Duplex::full);
  link.count = fields.whole_between("count", 1, max_parallel_links).value_or(1);
  link.back_bandwidth = fields.bandwidth("back_bandwidth");
  narrow(link, read_utilization(fields).value_or(1));
  link.back_latency = fields.time("back_latency");
  if (link.duplex == Duplex::half && (link.back_bandwidth || link.back_latency))
    fields.complain("duplex", "half: both directions share one capacity, so that neither can have one of its own");
  return link;
}

void read_nodes_and_links(const Fields& fields, TopologyDescription& topology) {
  fields.require("nodes", "[{id: \"c[0-7]\", kind: chip}]");
  const std::vector<Value> nodes = fields.list("nodes");
  const auto list = fields.find("nodes");
  if (list && list->is(Value::Kind::sequence) && nodes.empty()) fields.complain("nodes", "the list is empty");
  topology.nodes.reserve(nodes.size());
  for (const Value& node : nodes) topology.nodes.push_back(read_node(node, fields.diagnostics()));
  const std::vector<Value> links = fields.list("links");
  topology.links.reserve(links.size());
  for (const Value& link : links) topology.links.push_back(read_link(link, fields.diagnostics()));
}

}  // namespace

TopologyDescription read_topology_mapping(Value mapping, const std::string& name, const std::string& file,
                                          Model& defaults, Diagnostics& diagnostics, int depth) {
  const Fields fields(mapping, "a topology", topology_keys, diagnostics);
  TopologyDescription topology;
  topology.name = fields.text("name").value_or(name);
  topology.file = file;
  if (!fields.has("generate")) {
    read_nodes_and_links(fields, topology);
  } else if (fields.has("nodes") || fields.has("links")) {
    fields.complain("generate", "it stands instead of nodes and links: leave out the one or the others");
  } else if (const auto generate = fields.find("generate")) {
    read_generate(*generate, topology, diagnostics, depth);
  }
  if (const auto model = fields.find("model")) read_model(*model, defaults, diagnostics);
  return topology;
}

TopologyDescription read_topology_text(std::string_view yaml, const std::string& file, Model& defaults,
                                       Diagnostics& diagnostics, int depth) {
  Document document(file);
  const auto root = append_yaml(document, Document::file, yaml, diagnostics);
  if (!root) return {};
  document.set_root(*root);
  return read_topology_mapping(document.root(), stem(file), file, defaults, diagnostics, depth);
}

}  // namespace collsim
