#include "scenario/named_texts.h"

#include <filesystem>
#include <set>
#include <system_error>

#include "scenario/document.h"
#include "scenario/file.h"
#include "scenario/yaml.h"

namespace collsim {
namespace {

namespace fs = std::filesystem;

class Walk {
 public:
  std::vector<std::string> texts;

  void walk(std::string_view yaml, const std::string& file) {
    Document document(file);
    Diagnostics ignored(file);
    const auto root = append_yaml(document, Document::file, yaml, ignored);
    if (root) walk(Value(document, *root), fs::path(file).parent_path());
  }

 private:
  void walk(Value value, const fs::path& folder) {
    if (value.is(Value::Kind::sequence)) {
      for (const Value& item : value.items()) walk(item, folder);
    } else if (value.is(Value::Kind::mapping)) {
      for (const Value::Entry& entry : value.entries()) walk(entry.value, folder);
    } else if (value.is(Value::Kind::scalar)) {
      take(folder, value.text());
    }
  }

  void take(const fs::path& folder, std::string_view name) {
    // Every file that a scenario names has an ending; ids and numbers need no look at the disk.
    constexpr std::size_t longest_name = 4096;
    if (name.find('.') == std::string_view::npos || name.size() > longest_name) return;
    const fs::path path = folder / fs::path(name);
    std::error_code unknown;
    if (!fs::is_regular_file(path, unknown) || !seen_.insert(fs::weakly_canonical(path, unknown).string()).second)
      return;
    texts.push_back(read_file(path.string()));
    const std::string ending = path.extension().string();
    if (ending == ".yaml" || ending == ".yml") walk(std::string(texts.back()), path.string());
  }

  std::set<std::string> seen_;
};

}  // namespace

std::vector<std::string> named_texts(std::string_view yaml, const std::string& file) {
  Walk walk;
  walk.walk(yaml, file);
  return walk.texts;
}

}  // namespace collsim
