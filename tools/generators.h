#pragma once

#include <string>

namespace collsim {

/// `collsim topology --generators`: prints what there is for `kind:` of `generate:`, or all keys of one kind. Throws
/// UsageError for a kind that there is not.
int list_generators(const std::string& kind);

}  // namespace collsim
