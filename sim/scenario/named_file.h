#pragma once

#include <string>
#include <string_view>

#include "scenario/document.h"

namespace collsim {

/// A file that another names.
struct NamedFile {
  std::string path;
  std::string text;
};

/// Reads the file whose name stands at `name`, relative to the folder of `file`. Throws FileError that says what the
/// file was to be (`what`: "the topology"), where it is named and which name was probably meant.
/// Requires: `name` is a scalar.
NamedFile read_named_file(Value name, std::string_view what, const std::string& file);

}  // namespace collsim
