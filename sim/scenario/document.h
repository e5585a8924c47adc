#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "base/error.h"

namespace collsim {

class Document;
using NodeIndex = std::uint32_t;

/// One node of a document: a light handle, valid as long as the document and its number of nodes stay as they are.
class Value {
 public:
  enum class Kind : std::uint8_t { null, scalar, sequence, mapping };

  Value(const Document& document, NodeIndex index) : document_(&document), index_(index) {}

  Kind kind() const;
  bool is(Kind kind) const { return this->kind() == kind; }
  /// A scalar as it was written, without its quotes. Requires: a scalar.
  std::string_view text() const;
  /// Written with quotes or as a block: never a number or a boolean.
  bool quoted() const;
  /// The position in the file; line 0 for what the command line added.
  Mark mark() const;
  NodeIndex index() const { return index_; }

  /// How many items or entries. Requires: a sequence or a mapping.
  std::size_t count() const;
  std::vector<Value> items() const;
  struct Entry;
  std::vector<Entry> entries() const;

  /// A message that names the place of this value.
  Diagnostic diagnostic(std::string message) const;

 private:
  std::vector<Value> children() const;

  const Document* document_;
  NodeIndex index_;
};

struct Value::Entry {
  Value key, value;
};

/// A YAML document as a compact tree in one arena: 28 bytes a node and one buffer for all scalars, so that 100 000
/// nodes and links fit in a fraction of what a tree of pointers takes. Every node knows its place: a position in the
/// file or in another source, such as an option of the command line.
class Document {
 public:
  using Source = std::uint32_t;
  static constexpr Source file = 0;

  explicit Document(std::string file_name) : sources_{std::move(file_name)} {}

  /// Requires: a root has been set.
  Value root() const { return {*this, root_}; }
  void set_root(NodeIndex root) { root_ = root; }

  const std::string& file_name() const { return sources_[file]; }
  /// A further source of nodes, whose name errors show in place of the file's and without a position.
  Source add_source(std::string name);

  NodeIndex add_null(Source source, Mark mark) { return add({{}, 0, 0, 0, source, Value::Kind::null, false}, mark); }
  NodeIndex add_scalar(Source source, Mark mark, std::string_view text, bool quoted);
  /// `kind` is sequence or mapping.
  NodeIndex add_collection(Source source, Mark mark, Value::Kind kind) {
    return add({{}, 0, 0, 0, source, kind, false}, mark);
  }
  /// Makes `child` the last child of `parent`; a mapping's children are its keys and values in turn. Requires: `last`
  /// is the last child so far, or 0 where there is none; `child` has no parent.
  void append_child(NodeIndex parent, NodeIndex last, NodeIndex child);
  void append_entry(NodeIndex mapping, NodeIndex key, NodeIndex value);
  /// Puts `replacement`, with all below it, in the place of `node`.
  void replace(NodeIndex node, NodeIndex replacement);

  Diagnostic diagnostic(Source source, Mark mark, std::string message) const;

 private:
  friend class Value;

  struct Node {
    Mark mark;
    std::uint32_t first = 0;  ///< of the scalar's text, or the first child (0: none)
    std::uint32_t count = 0;  ///< of the scalar's letters, or of the children
    NodeIndex next = 0;       ///< sibling; 0: none
    Source source = file;
    Value::Kind kind = Value::Kind::null;
    bool quoted = false;
  };

  NodeIndex add(Node node, Mark mark);

  std::vector<std::string> sources_;
  std::string text_;
  std::vector<Node> nodes_ = std::vector<Node>(1);  // index 0 stands for "none"
  NodeIndex root_ = 0;
};

}  // namespace collsim
