#include "scenario/named_file.h"

#include <filesystem>

#include "scenario/file.h"

namespace collsim {
namespace {

/// What helps to mend the name of a file that is not there.
std::string about_missing(const std::string& named, const std::string& path) {
  const std::filesystem::path name(named);
  if (std::filesystem::exists(path)) return {};
  const std::string nearest = nearest_file(path);
  const std::string hint =
      nearest.empty() ? "" : "; did you mean " + quote((name.parent_path() / nearest).string()) + '?';
  return (name.is_relative() ? ", relative to that file's folder" : "") + hint;
}

std::string place_of(Value name) {
  const Diagnostic place = name.diagnostic("");
  if (place.mark.line == 0) return place.file;
  return place.file + ':' + std::to_string(place.mark.line) + ':' + std::to_string(place.mark.column);
}

}  // namespace

NamedFile read_named_file(Value name, std::string_view what, const std::string& file) {
  const std::string named(name.text());
  std::string path = (std::filesystem::path(file).parent_path() / named).lexically_normal().string();
  try {
    std::string text = read_file(path);
    return {std::move(path), std::move(text)};
  } catch (const FileError& e) {
    throw FileError(std::string(e.what()) + " (named as " + std::string(what) + " by " + place_of(name) +
                    about_missing(named, path) + ')');
  }
}

}  // namespace collsim
