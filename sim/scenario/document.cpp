#include "scenario/document.h"

#include <utility>

namespace collsim {

Value::Kind Value::kind() const { return document_->nodes_[index_].kind; }

std::string_view Value::text() const {
  const Document::Node& node = document_->nodes_[index_];
  return std::string_view(document_->text_).substr(node.first, node.count);
}

bool Value::quoted() const { return document_->nodes_[index_].quoted; }

Mark Value::mark() const {
  const Document::Node& node = document_->nodes_[index_];
  return node.source == Document::file ? node.mark : Mark{};
}

std::size_t Value::count() const {
  const std::size_t children = document_->nodes_[index_].count;
  return is(Kind::mapping) ? children / 2 : children;
}

std::vector<Value> Value::children() const {
  std::vector<Value> found;
  found.reserve(document_->nodes_[index_].count);
  for (NodeIndex i = document_->nodes_[index_].first; i != 0; i = document_->nodes_[i].next) {
    found.emplace_back(*document_, i);
  }
  return found;
}

std::vector<Value> Value::items() const { return is(Kind::sequence) ? children() : std::vector<Value>{}; }

std::vector<Value::Entry> Value::entries() const {
  std::vector<Entry> found;
  if (!is(Kind::mapping)) return found;
  found.reserve(count());
  const std::vector<Document::Node>& nodes = document_->nodes_;
  for (NodeIndex key = nodes[index_].first; key != 0; key = nodes[nodes[key].next].next) {
    found.push_back({{*document_, key}, {*document_, nodes[key].next}});
  }
  return found;
}

Diagnostic Value::diagnostic(std::string message) const {
  const Document::Node& node = document_->nodes_[index_];
  return document_->diagnostic(node.source, node.mark, std::move(message));
}

Document::Source Document::add_source(std::string name) {
  sources_.push_back(std::move(name));
  return static_cast<Source>(sources_.size() - 1);
}

NodeIndex Document::add(Node node, Mark mark) {
  node.mark = mark;
  nodes_.push_back(node);
  return static_cast<NodeIndex>(nodes_.size() - 1);
}

NodeIndex Document::add_scalar(Source source, Mark mark, std::string_view text, bool quoted) {
  const auto first = static_cast<std::uint32_t>(text_.size());
  text_.append(text);
  return add({{}, first, static_cast<std::uint32_t>(text.size()), 0, source, Value::Kind::scalar, quoted}, mark);
}

void Document::append_child(NodeIndex parent, NodeIndex last, NodeIndex child) {
  (last == 0 ? nodes_[parent].first : nodes_[last].next) = child;
  ++nodes_[parent].count;
}

void Document::append_entry(NodeIndex mapping, NodeIndex key, NodeIndex value) {
  NodeIndex last = 0;
  for (NodeIndex i = nodes_[mapping].first; i != 0; i = nodes_[i].next) last = i;
  append_child(mapping, last, key);
  append_child(mapping, key, value);
}

void Document::replace(NodeIndex node, NodeIndex replacement) {
  const NodeIndex next = nodes_[node].next;
  nodes_[node] = nodes_[replacement];
  nodes_[node].next = next;
}

Diagnostic Document::diagnostic(Source source, Mark mark, std::string message) const {
  return {sources_[source], source == file ? mark : Mark{}, std::move(message)};
}

}  // namespace collsim
