#include "algorithms.h"

#include <string>
#include <vector>

#include "collective/table.h"
#include "result/output_file.h"
#include "text_table.h"

namespace collsim {
namespace {

std::string names_of(const std::vector<Op>& ops) {
  std::string names;
  for (Op op : ops) names += (names.empty() ? "" : ", ") + std::string(to_string(op));
  return names;
}

std::vector<std::string> row_of(const Algorithm& a) {
  return {std::string(a.name),        names_of(a.ops),      std::string(a.steps), std::string(a.bytes),
          std::string(a.constraints), std::string(a.source)};
}

}  // namespace

int list_algorithms() {
  std::vector<std::vector<std::string>> rows{
      {"algorithm", "operations", "steps", "bytes sent by each rank", "ranks", "source"}};
  for (const Algorithm& algorithm : algorithms()) rows.push_back(row_of(algorithm));
  OutputFile out("-");
  out.stream()
      << "N ranks, in G nodes of g; M the operation's size; the first that does an operation is its default.\n\n";
  write_text_table(rows, "", out.stream());
  out.finish();
  return 0;
}

}  // namespace collsim
