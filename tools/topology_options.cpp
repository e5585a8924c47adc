#include "topology_options.h"

#include <CLI/CLI.hpp>

namespace collsim {
namespace {

constexpr const char* topology_examples = R"(Examples:
  collsim topology two-boards.yaml
  collsim topology two-boards.yaml --path c0 c15   the hops from one node to another
  collsim topology two-boards.yaml --cut 'c[0-7]' 'c[8-15]'
  collsim topology two-boards.yaml --explicit > expanded.yaml
  collsim topology --generators fat_tree           what `generate:` takes)";

Ties ties_of(const std::string& text) {
  if (text == "file_order") return Ties::file_order;
  if (text == "destination") return Ties::destination;
  throw UsageError("--ties " + text + ": file_order or destination would be right");
}

void refuse_mixture(const TopologyOptions& options, const TopologyTexts& texts) {
  const bool about_routes = !texts.path.empty() || !texts.ties.empty();
  if (options.expanded && about_routes)
    throw UsageError("--explicit prints the topology, --path and --ties are about routes: give one or the other");
  if (!texts.cut.empty() && (options.expanded || about_routes))
    throw UsageError("--cut asks for a capacity and goes with no other option");
}

TopologyOptions checked_listing(TopologyOptions options, const TopologyTexts& texts) {
  if (!options.file.empty() || options.expanded || !texts.path.empty() || !texts.ties.empty() || !texts.cut.empty())
    throw UsageError("--generators documents the kinds of generate: and goes with nothing else");
  options.generators = texts.generators;
  return options;
}

}  // namespace

void add_topology_options(CLI::App& app, TopologyOptions& options, TopologyTexts& texts) {
  CLI::App& topology = *app.add_subcommand("topology", "Describe a topology: nodes, ranks, links by tier, routes");
  topology.footer(topology_examples);
  topology.add_option("FILE", options.file, "Topology file (YAML)");
  topology.add_option("--path", texts.path, "Print the hops of the route between two nodes")
      ->expected(2)
      ->type_name("NODE");
  topology.add_option("--ties", texts.ties, "Between equal routes: file_order or destination [the file's model]")
      ->type_name("TIES");
  topology.add_option("--cut", texts.cut, "Print the most that can go from some nodes to others at once: least cut")
      ->expected(2)
      ->type_name("NODES");
  topology
      .add_option_function<std::string>(
          "--generators", [&texts](const std::string& kind) { texts.generators = kind; },
          "Document the kinds of `generate:`, or one of them")
      ->expected(0, 1)
      ->type_name("[KIND]");
  topology.add_flag("--explicit", options.expanded, "Print the topology as YAML with every node and link");
}

TopologyOptions checked(TopologyOptions options, const TopologyTexts& texts) {
  if (texts.generators) return checked_listing(options, texts);
  if (options.file.empty()) throw UsageError("topology needs a topology file: collsim topology FILE");
  refuse_mixture(options, texts);
  if (!texts.cut.empty()) options.cut.emplace(texts.cut.at(0), texts.cut.at(1));
  if (!texts.path.empty()) options.path.emplace(texts.path.at(0), texts.path.at(1));
  if (!texts.ties.empty()) options.ties = ties_of(texts.ties);
  return options;
}

}  // namespace collsim
