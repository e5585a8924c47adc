#include "compare.h"

#include "result/comparison_writer.h"
#include "result/json_reader.h"
#include "result/output_file.h"
#include "scenario/file.h"

namespace collsim {
namespace {

template <class Write>
void write_whole(const std::string& file, Write write) {
  OutputFile out(file);
  write(out.stream());
  out.finish();
  out.commit();
}

}  // namespace

int compare(const CompareCommand& command) {
  const Result before = read_result(read_file(command.before), command.before);
  const Result after = read_result(read_file(command.after), command.after);
  const Comparison comparison = compare(before, after);
  const Compared compared{command.before, command.after, before, after};
  if (command.json)
    write_whole(*command.json, [&](std::ostream& out) { write_comparison_json(compared, comparison, out); });
  if (command.json != "-")
    write_whole("-", [&](std::ostream& out) { write_comparison(compared, comparison, command.top, out); });
  return 0;
}

}  // namespace collsim
