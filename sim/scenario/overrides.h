#pragma once

#include <string>

#include "scenario/document.h"

namespace collsim {

/// Applies one `path=value` to a document before it is read: the path goes by keys and list indices with dots between,
/// the value is YAML. Keys that do not stand in the document yet are made; whether they are known shows when they are
/// read. Errors name the option. Requires: a document with a root.
void apply_set(Document& document, const std::string& text, Diagnostics& diagnostics);

}  // namespace collsim
