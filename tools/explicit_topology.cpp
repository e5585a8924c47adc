#include "explicit_topology.h"

#include <algorithm>
#include <array>
#include <cctype>
#include <string_view>

#include "base/id_range.h"
#include "base/units.h"
#include "result/text.h"

namespace collsim {
namespace {

constexpr std::string_view special_words[] = {"null", "true", "false", "yes", "no", "on", "off", "y", "n"};

bool is_letter(char c) { return std::isalpha(static_cast<unsigned char>(c)) != 0; }

bool is_plain(const std::string& text) {
  const auto plain = [](char c) { return is_letter(c) || (c >= '0' && c <= '9') || c == '_' || c == '-' || c == '.'; };
  std::string lower = text;
  std::transform(lower.begin(), lower.end(), lower.begin(), [](unsigned char c) { return std::tolower(c); });
  return !text.empty() && is_letter(text[0]) && std::all_of(text.begin(), text.end(), plain) &&
         std::find(std::begin(special_words), std::end(special_words), lower) == std::end(special_words);
}

std::string escaped(char c) {
  constexpr const char* digits = "0123456789abcdef";
  if (c == '"' || c == '\\') return {'\\', c};
  const auto code = static_cast<unsigned char>(c);
  if (code >= 0x20 && code != 0x7f) return {c};
  return {'\\', 'x', digits[code >> 4], digits[code & 15]};
}

void write_node(const NodeGroup& group, const std::string& id, std::ostream& out) {
  out << "  - {id: " << yaml_scalar(id) << ", kind: " << to_string(group.kind);
  if (group.latency != Duration::zero()) out << ", latency: " << format_time(group.latency);
  if (group.forwards) out << ", forwards: " << (*group.forwards ? "true" : "false");
  if (group.reduces) out << ", reduces: true";
  if (group.multicasts) out << ", multicasts: true";
  out << "}\n";
}

void write_link(const LinkGroup& group, const std::string& from, const std::string& to, std::ostream& out) {
  out << "  - {from: " << yaml_scalar(from) << ", to: " << yaml_scalar(to)
      << ", bandwidth: " << format_bandwidth(group.bandwidth) << ", latency: " << format_time(group.latency)
      << ", tier: " << to_string(group.tier);
  if (group.back_bandwidth) out << ", back_bandwidth: " << format_bandwidth(*group.back_bandwidth);
  if (group.back_latency) out << ", back_latency: " << format_time(*group.back_latency);
  if (group.duplex != Duplex::full) out << ", duplex: " << to_string(group.duplex);
  if (group.count != 1) out << ", count: " << group.count;
  out << "}\n";
}

void write_links(const LinkGroup& group, std::ostream& out) {
  const std::vector<std::string> from = expand_ids(group.from), to = expand_ids(group.to);
  for (std::size_t i = 0; i < std::max(from.size(), to.size()); ++i)
    write_link(group, from[from.size() == 1 ? 0 : i], to[to.size() == 1 ? 0 : i], out);
}

/// The two sides of α_start, not its parts, decide what happens, so two parts can say them.
void write_model(const Model& model, std::ostream& out) {
  const Model plain;
  out << "model:\n";
  if (model.alpha_start != plain.alpha_start)
    out << "  alpha_start: {ddr_read: " << format_time(model.alpha_start.sender)
        << ", ddr_write: " << format_time(model.alpha_start.receiver) << "}\n";
  if (model.utilization != plain.utilization) out << "  utilization: " << shortest(model.utilization) << '\n';
  if (model.sharing != plain.sharing)
    out << "  sharing: " << (model.sharing == Sharing::equal_share ? "equal_share" : "none") << '\n';
  if (model.rates != plain.rates) out << "  rates: per_step\n";
  if (model.sync != plain.sync) out << "  sync: dataflow\n";
  if (model.ties != plain.ties) out << "  ties: destination\n";
}

}  // namespace

std::string yaml_scalar(const std::string& text) {
  if (is_plain(text)) return text;
  std::string quoted = "\"";
  for (char c : text) quoted += escaped(c);
  return quoted + '"';
}

void write_explicit(const TopologyFile& file, std::ostream& out) {
  const TopologyDescription& description = file.topology;
  out << "name: " << yaml_scalar(description.name) << "\nnodes:\n";
  for (const NodeGroup& group : description.nodes)
    for (const std::string& id : expand_ids(group.ids)) write_node(group, id, out);
  if (!description.links.empty()) out << "links:\n";
  for (const LinkGroup& group : description.links) write_links(group, out);
  if (file.defaults != Model{}) write_model(file.defaults, out);
}

}  // namespace collsim
