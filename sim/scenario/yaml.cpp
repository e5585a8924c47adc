#include "scenario/yaml.h"

#include <algorithm>
#include <array>
#include <istream>
#include <streambuf>
#include <string>
#include <utility>
#include <vector>

#include <yaml-cpp/depthguard.h>
#include <yaml-cpp/eventhandler.h>
#include <yaml-cpp/exceptions.h>
#include <yaml-cpp/parser.h>

#include "scenario/text_check.h"

namespace collsim {
namespace {

/// Reads a text in place.
class ViewBuffer : public std::streambuf {
 public:
  explicit ViewBuffer(std::string_view text) {
    char* begin = const_cast<char*>(text.data());  // a get area is never written to
    setg(begin, begin, begin + text.size());
  }
};

/// Positions in a text, counted from 1; columns count characters, not the bytes of UTF-8. What has been counted of a
/// line is kept, so that rising positions on a long line cost no square.
class Positions {
 public:
  explicit Positions(std::string_view text) : text_(text) {}

  Mark at(const YAML::Mark& mark) {
    if (mark.is_null()) return {};
    const auto end = std::min(static_cast<std::size_t>(std::max(mark.pos, 0)), text_.size());
    const std::size_t begin = end - std::min(static_cast<std::size_t>(std::max(mark.column, 0)), end);
    if (begin != line_begin_ || end < counted_to_) {
      line_begin_ = counted_to_ = begin;
      continued_ = 0;
    }
    const std::string_view more = text_.substr(counted_to_, end - counted_to_);
    const auto continues = [](unsigned char c) { return (c & 0xC0U) == 0x80U; };
    continued_ += static_cast<int>(std::count_if(more.begin(), more.end(), continues));
    counted_to_ = end;
    return {mark.line + 1, mark.column + 1 - continued_};
  }

 private:
  std::string_view text_;
  std::size_t line_begin_ = 0;
  std::size_t counted_to_ = 0;
  int continued_ = 0;
};

constexpr const char* unclosed_quote = "a quoted text begins here and its closing quote is missing";

/// Whether the quoted text that `rest` begins with ends somewhere. The parser takes the end of the file for its end.
bool is_closed(std::string_view rest) {
  const char quotation = rest[0];
  if (quotation != '"' && quotation != '\'') return true;
  for (std::size_t i = 1; i < rest.size(); ++i) {
    const bool doubled = quotation == '\'' && rest.substr(i, 2) == "''";
    const bool escape = quotation == '"' && rest[i] == '\\';
    if (doubled || escape) {
      ++i;
    } else if (rest[i] == quotation) {
      return true;
    }
  }
  return false;
}

/// Turns the parser's events into nodes and checks what a tree of nodes would no longer show.
class TreeBuilder : public YAML::EventHandler {
 public:
  TreeBuilder(Document& document, Document::Source source, std::string_view text)
      : document_(document), source_(source), text_(text), positions_(text) {}

  std::optional<NodeIndex> root() const { return root_; }
  std::vector<Diagnostic>& complaints() { return complaints_; }

  void OnDocumentStart(const YAML::Mark& mark) override {
    if (root_) throw YAML::ParserException(mark, "the document ends before this: one file holds one document");
  }
  void OnDocumentEnd() override {}

  void OnNull(const YAML::Mark& mark, YAML::anchor_t) override {
    refuse_key(mark, "a key is missing before this ':'");
    add(document_.add_null(source_, at(mark)));
  }

  void OnAlias(const YAML::Mark& mark, YAML::anchor_t) override {
    complain(mark, "aliases (*name) are not supported: write the value out");
    add(document_.add_null(source_, at(mark)));
  }

  void OnScalar(const YAML::Mark& mark, const std::string& tag, YAML::anchor_t anchor,
                const std::string& value) override {
    refuse_properties(mark, tag, anchor);
    const bool quoted = tag == "!";
    if (quoted) refuse_unclosed(mark);
    add(document_.add_scalar(source_, at(mark), value, quoted));
  }

  void OnSequenceStart(const YAML::Mark& mark, const std::string& tag, YAML::anchor_t anchor,
                       YAML::EmitterStyle::value) override {
    refuse_properties(mark, tag, anchor);
    begin(mark, Value::Kind::sequence);
  }
  void OnSequenceEnd() override { open_.pop_back(); }

  void OnMapStart(const YAML::Mark& mark, const std::string& tag, YAML::anchor_t anchor,
                  YAML::EmitterStyle::value) override {
    refuse_properties(mark, tag, anchor);
    begin(mark, Value::Kind::mapping);
  }
  void OnMapEnd() override {
    refuse_duplicates(Value(document_, open_.back().node));
    open_.pop_back();
  }

 private:
  /// A collection whose end has not come yet.
  struct Open {
    NodeIndex node;
    NodeIndex last_child = 0;
    bool key_next = false;
  };

  Mark at(const YAML::Mark& mark) { return positions_.at(mark); }

  void complain(const YAML::Mark& mark, std::string message) {
    complaints_.push_back(document_.diagnostic(source_, at(mark), std::move(message)));
  }

  void refuse_key(const YAML::Mark& mark, const char* why) {
    if (!open_.empty() && open_.back().key_next) complain(mark, why);
  }

  void refuse_properties(const YAML::Mark& mark, const std::string& tag, YAML::anchor_t anchor) {
    const bool plain = tag.empty() || tag == "?" || tag == "!";
    if (!plain) complain(mark, "tags (here " + quote(tag) + ") are not supported: leave it out");
    if (anchor != YAML::NullAnchor) complain(mark, "anchors (&name) are not supported: leave it out");
  }

  void refuse_unclosed(const YAML::Mark& mark) {
    const auto begin = static_cast<std::size_t>(std::max(mark.pos, 0));
    if (begin < text_.size() && !is_closed(text_.substr(begin))) throw YAML::ParserException(mark, unclosed_quote);
  }

  void begin(const YAML::Mark& mark, Value::Kind kind) {
    refuse_key(mark, "a key is one word or text, not a list or a mapping");
    const NodeIndex node = document_.add_collection(source_, at(mark), kind);
    add(node);
    open_.push_back({node, 0, kind == Value::Kind::mapping});
  }

  void add(NodeIndex node) {
    if (open_.empty()) {
      root_ = node;
      return;
    }
    Open& parent = open_.back();
    document_.append_child(parent.node, parent.last_child, node);
    parent.last_child = node;
    if (Value(document_, parent.node).is(Value::Kind::mapping)) parent.key_next = !parent.key_next;
  }

  void refuse_duplicates(Value mapping) {
    std::vector<Value::Entry> entries = mapping.entries();
    const auto unnamed = [](const Value::Entry& e) { return !e.key.is(Value::Kind::scalar); };
    entries.erase(std::remove_if(entries.begin(), entries.end(), unnamed), entries.end());
    std::stable_sort(entries.begin(), entries.end(),
                     [](const Value::Entry& a, const Value::Entry& b) { return a.key.text() < b.key.text(); });
    for (std::size_t i = 1; i < entries.size(); ++i) {
      const Value first = entries[i - 1].key;
      if (entries[i].key.text() != first.text()) continue;
      const Mark mark = first.mark();
      const std::string where = mark.line == 0 ? ""
                                               : " (before: line " + std::to_string(mark.line) + ", column " +
                                                     std::to_string(mark.column) + ')';
      complaints_.push_back(
          entries[i].key.diagnostic("key " + quote(first.text()) + " stands twice in one mapping" + where));
    }
  }

  Document& document_;
  Document::Source source_;
  std::string_view text_;
  Positions positions_;
  std::vector<Diagnostic> complaints_;
  std::vector<Open> open_;
  std::optional<NodeIndex> root_;
};

/// What a message of the parser means to somebody who wrote the file.
std::string in_plain_words(const std::string& message) {
  using Words = std::pair<const char*, const char*>;
  static constexpr const char* flow =
      "a '{' or '[' is not closed before this: a ',', '}' or ']' is missing, or a text that holds one of [ ] { } , "
      "needs "
      "quotes, as in \"c[0-7]\"";
  static constexpr const char* colon =
      "a ':' cannot stand here: one is missing before it, the indentation differs from the lines around, or the text "
      "needs quotes";
  static constexpr const char* block =
      "this line does not belong to the mapping or list above it: check its indentation";
  static const std::array words{
      Words{YAML::ErrorMsg::END_OF_MAP_FLOW, flow},
      Words{YAML::ErrorMsg::END_OF_SEQ_FLOW, flow},
      Words{YAML::ErrorMsg::FLOW_END, "this bracket closes nothing"},
      Words{YAML::ErrorMsg::END_OF_MAP, block},
      Words{YAML::ErrorMsg::END_OF_SEQ, block},
      Words{YAML::ErrorMsg::BLOCK_ENTRY, "a '- ' cannot begin a list item here: give the list lines of its own"},
      Words{YAML::ErrorMsg::MAP_VALUE, colon},
      Words{YAML::ErrorMsg::MAP_KEY, colon},
      Words{YAML::ErrorMsg::EOF_IN_SCALAR, unclosed_quote},
      Words{YAML::ErrorMsg::DOC_IN_SCALAR, unclosed_quote},
      Words{YAML::ErrorMsg::UNKNOWN_TOKEN, "a text cannot begin with this character: quote it"},
      Words{YAML::ErrorMsg::UNKNOWN_ANCHOR, "aliases (*name) are not supported: write the value out"}};
  for (const auto& [theirs, ours] : words) {
    if (message == theirs) return ours;
  }
  return message;
}

std::string syntax_message(const std::string& message) {
  const bool ours = message.rfind("the document ends before", 0) == 0;
  return ours ? message : "not valid YAML: " + in_plain_words(message);
}

}  // namespace

std::optional<NodeIndex> append_yaml(Document& document, Document::Source source, std::string_view yaml,
                                     Diagnostics& diagnostics) {
  const auto complain = [&](Mark mark, std::string message) {
    diagnostics.add(document.diagnostic(source, mark, std::move(message)));
    return std::nullopt;
  };
  const std::string_view text = without_byte_order_mark(yaml);
  if (auto problem = find_unreadable(text)) return complain(problem->mark, std::move(problem->message));
  TreeBuilder builder(document, source, text);
  try {
    ViewBuffer buffer(text);
    std::istream stream(&buffer);
    YAML::Parser parser(stream);
    while (parser.HandleNextDocument(builder)) {
    }
  } catch (const YAML::DeepRecursion& e) {
    return complain(Positions(text).at(e.mark), "brackets or indentation are nested too deeply");
  } catch (const YAML::Exception& e) {
    return complain(Positions(text).at(e.mark), syntax_message(e.msg));
  }
  for (Diagnostic& complaint : builder.complaints()) diagnostics.add(std::move(complaint));
  const auto root = builder.root();
  if (!root || Value(document, *root).is(Value::Kind::null)) {
    return complain({}, source == Document::file ? "the file is empty" : "a value is missing after '='");
  }
  return root;
}

}  // namespace collsim
