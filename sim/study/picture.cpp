#include "study/picture.h"

#include <algorithm>
#include <map>
#include <numeric>
#include <set>
#include <tuple>

#include <fmt/format.h>

#include "result/explanation_parts.h"
#include "study/chip_groups.h"

namespace collsim {
namespace {

constexpr std::size_t kMostBoxes = 64;
constexpr std::size_t kMostSeparateChips = 64;

/// By node: the least number of links to a chip; -1 where no chip can be reached.
std::vector<int> levels_of(const Topology& topology) {
  std::vector<int> level(topology.node_count(), -1);
  std::vector<std::vector<NodeId>> next_to(topology.node_count());
  for (LinkId id = 0; id < topology.link_count(); ++id) next_to[topology.link(id).to].push_back(topology.link(id).from);
  std::vector<NodeId> queue = topology.chips();
  for (const NodeId chip : queue) level[chip] = 0;
  for (std::size_t at = 0; at < queue.size(); ++at) {
    for (const NodeId node : next_to[queue[at]]) {
      if (level[node] >= 0) continue;
      level[node] = level[queue[at]] + 1;
      queue.push_back(node);
    }
  }
  return level;
}

/// Which box of the picture each node is part of.
class Boxes {
 public:
  Boxes(const Topology& topology, std::vector<int> level)
      : topology_(topology), level_(std::move(level)), box_of_(topology.node_count()), below_(topology.node_count()) {
    find_below();
    std::iota(box_of_.begin(), box_of_.end(), 0);
  }

  bool merged() const { return merged_; }
  const std::vector<std::size_t>& box_of() const { return box_of_; }
  std::size_t lines() const { return pairs().size(); }

  /// Chips in at most `most` boxes, and what serves one box alone into that.
  void join_chips(std::size_t most) {
    ShortestRouter router(topology_, Ties::file_order);
    const std::vector<NodeId>& chips = topology_.chips();
    const ChipGroups groups = groups_for_table(topology_, router, chips, most);
    by_ = groups.by;
    std::vector<std::size_t> first(groups.names.size(), topology_.node_count());
    for (std::size_t i = 0; i < chips.size(); ++i) {
      std::size_t& box = first[static_cast<std::size_t>(groups.group_of[i])];
      box = std::min(box, static_cast<std::size_t>(chips[i]));
    }
    for (std::size_t i = 0; i < chips.size(); ++i)
      box_of_[chips[i]] = first[static_cast<std::size_t>(groups.group_of[i])];
    merged_ = true;
    for (const NodeId node : by_level())
      if (const auto below = boxes_below(node); below.size() == 1 && belongs_inside(node))
        box_of_[node] = *below.begin();
  }

  /// Where a level has more than `most` boxes, those over the same boxes become one; if need be, neighbours too.
  void join_switches(std::size_t most) {
    std::map<int, std::set<std::size_t>> at_level;
    for (const NodeId node : by_level())
      if (box_of_[node] == node) at_level[level_[node]].insert(node);
    for (const auto& [level, boxes] : at_level) {
      if (boxes.size() <= most) continue;
      join_alike(boxes);
      join_neighbours(boxes, most);
    }
  }

  const std::string& by() const { return by_; }
  /// Pairs of boxes with a link between them, the lower first.
  std::set<std::pair<std::size_t, std::size_t>> pairs() const {
    std::set<std::pair<std::size_t, std::size_t>> pairs;
    for (LinkId id = 0; id < topology_.link_count(); ++id) {
      const auto [a, b] = ends(id);
      if (a != b) pairs.insert(std::minmax(a, b));
    }
    return pairs;
  }
  std::pair<std::size_t, std::size_t> ends(LinkId id) const {
    return {box_of_[topology_.link(id).from], box_of_[topology_.link(id).to]};
  }
  int level(std::size_t node) const { return std::max(level_[node], 0); }

 private:
  /// Nodes that are no chips, those next to chips first.
  std::vector<NodeId> by_level() const {
    std::vector<NodeId> nodes;
    for (NodeId node = 0; node < topology_.node_count(); ++node)
      if (level_[node] > 0) nodes.push_back(node);
    std::stable_sort(nodes.begin(), nodes.end(), [this](NodeId a, NodeId b) { return level_[a] < level_[b]; });
    return nodes;
  }

  std::set<std::size_t> boxes_below(NodeId node) const {
    std::set<std::size_t> boxes;
    for (const auto& [other, tier] : below_[node]) boxes.insert(box_of_[other]);
    return boxes;
  }

  void find_below() {
    for (LinkId id = 0; id < topology_.link_count(); ++id) {
      const Link& link = topology_.link(id);
      if (level_[link.to] >= 0 && level_[link.to] < level_[link.from])
        below_[link.from].emplace_back(link.to, link.tier);
    }
  }

  /// Not a switch of the network between nodes, which people look for.
  bool belongs_inside(NodeId node) const {
    if (topology_.node(node).kind != NodeKind::switch_) return true;
    return std::any_of(below_[node].begin(), below_[node].end(),
                       [this](const auto& below) { return level_[below.first] == 0 && below.second <= Tier::c2c; });
  }

  void join_alike(const std::set<std::size_t>& boxes) {
    std::map<std::pair<NodeKind, std::set<std::size_t>>, std::size_t> first;
    for (const std::size_t box : boxes) {
      const auto node = static_cast<NodeId>(box);
      box_of_[node] = first.try_emplace({topology_.node(node).kind, boxes_below(node)}, box).first->second;
    }
    merged_ = true;
  }

  void join_neighbours(const std::set<std::size_t>& boxes, std::size_t most) {
    std::set<std::size_t> left;
    for (const std::size_t box : boxes) left.insert(box_of_[box]);
    if (left.size() <= most) return;
    std::map<std::size_t, std::size_t> becomes;
    std::size_t at = 0, head = 0, share = left.size();
    for (const std::size_t box : left) {
      const std::size_t mine = at++ * most / left.size();
      if (mine != share) head = box;
      share = mine;
      becomes[box] = head;
    }
    for (const std::size_t box : boxes) box_of_[box] = becomes.at(box_of_[box]);
  }

  const Topology& topology_;
  std::vector<int> level_;
  std::vector<std::size_t> box_of_;  // the lowest node of the box, by node
  std::string by_;
  bool merged_ = false;
  std::vector<std::vector<std::pair<NodeId, Tier>>> below_;  // by node: links to a level further down
};

void make_readable(const Topology& topology, std::size_t most_links, Boxes& boxes) {
  if (topology.chips().size() > kMostSeparateChips || boxes.lines() > most_links) boxes.join_chips(kMostBoxes);
  for (std::size_t most = 32; boxes.lines() > most_links && most > 0; most /= 2) boxes.join_switches(most);
  for (std::size_t most = kMostBoxes / 2; boxes.lines() > most_links && most >= 8; most /= 2) boxes.join_chips(most);
}

std::string members_text(const std::map<NodeKind, int>& kinds) {
  std::string text;
  for (const auto& [kind, count] : kinds)
    text += fmt::format("{}{}", text.empty() ? "" : ", ", count_text(count, to_string(kind)));
  return text;
}

struct Content {
  std::vector<NodeId> named;  // of the box's own kind
  std::map<NodeKind, int> kinds;
};

ReportPicture::Node node_of(const Topology& topology, const Content& content, int level) {
  const NodeId first = content.named.front();
  ReportPicture::Node node;
  node.name = topology.node(first).name;
  if (content.named.size() > 1) node.name += " … " + topology.node(content.named.back()).name;
  node.kind = to_string(topology.node(first).kind);
  node.level = level;
  node.members = 0;
  for (const auto& [kind, count] : content.kinds) node.members += count;
  if (node.members > 1) node.detail = members_text(content.kinds);
  return node;
}

void add_link(const Topology& topology, LinkId id, const LinkResult& result, ReportPicture::Link& line) {
  if (line.members == 0 || result.utilization > line.utilization) {
    line.utilization = result.utilization;
    line.busiest = result.id;
    line.tier = to_string(topology.link(id).tier);
  }
  ++line.members;
  line.capacity_GBps += result.capacity / 1e9;
  line.bytes += static_cast<double>(result.bytes);
}

std::string note_of(const Boxes& boxes, const Topology& topology, std::size_t shown) {
  std::string note = "Links are coloured by their utilization over the makespan, of the two directions the higher.";
  if (!boxes.merged()) return note;
  note += fmt::format(" {} nodes and {} links are drawn as {} boxes: ", topology.node_count(), topology.link_count(),
                      shown);
  note += boxes.by().empty() ? std::string("switches that serve the same nodes are one")
                             : fmt::format(
                                   "chips by {}, with what serves only them; switches that serve the same boxes "
                                   "may be one",
                                   boxes.by());
  return note + ". A line has the colour of its most used link; links inside a box are in the tables only.";
}

}  // namespace

ReportPicture picture_of(const Topology& topology, const RunResult& run, std::size_t most_links) {
  Boxes boxes(topology, levels_of(topology));
  make_readable(topology, most_links, boxes);
  std::map<std::size_t, Content> contents;
  for (NodeId id = 0; id < topology.node_count(); ++id) {
    Content& content = contents[boxes.box_of()[id]];
    const std::size_t box = boxes.box_of()[id];
    if (topology.node(id).kind == topology.node(static_cast<NodeId>(box)).kind) content.named.push_back(id);
    ++content.kinds[topology.node(id).kind];
  }
  ReportPicture picture;
  std::map<std::size_t, std::size_t> place;
  for (const auto& [box, content] : contents) {
    place[box] = picture.nodes.size();
    picture.nodes.push_back(node_of(topology, content, boxes.level(box)));
  }
  std::map<std::pair<std::size_t, std::size_t>, ReportPicture::Link> lines;
  for (LinkId id = 0; id < topology.link_count(); ++id) {
    const auto [a, b] = boxes.ends(id);
    if (a == b) continue;
    const std::pair<std::size_t, std::size_t> ends = std::minmax(a, b);
    auto& line = lines.try_emplace(ends, ReportPicture::Link{place[ends.first], place[ends.second], 0, 0, 0, 0, "", ""})
                     .first->second;
    add_link(topology, id, run.links[id], line);
  }
  for (const auto& [ends, line] : lines) picture.links.push_back(line);
  picture.title = "Network";
  picture.note = note_of(boxes, topology, picture.nodes.size());
  return picture;
}

}  // namespace collsim
