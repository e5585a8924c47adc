#pragma once

#include <optional>
#include <string_view>

#include "scenario/document.h"

namespace collsim {

/// Reads the one YAML document of `yaml` into `document`, every node marked as coming from `source`, and returns its
/// root. What breaks the syntax, or leaves nothing to read, is added to `diagnostics` and nothing is returned;
/// duplicate keys, aliases, anchors and tags are added too, but reading goes on to find more.
std::optional<NodeIndex> append_yaml(Document& document, Document::Source source, std::string_view yaml,
                                     Diagnostics& diagnostics);

}  // namespace collsim
