#include "study/measured_log.h"

#include <algorithm>
#include <array>
#include <set>

#include "scenario/file.h"
#include "study/csv_log.h"
#include "study/json_log.h"
#include "study/nccl_log.h"

namespace collsim {
namespace {

struct OpName {
  std::string_view name;
  Op op;
};

constexpr std::array op_names{OpName{"all_reduce", Op::all_reduce},
                              OpName{"allreduce", Op::all_reduce},
                              OpName{"all_gather", Op::all_gather},
                              OpName{"allgather", Op::all_gather},
                              OpName{"reduce_scatter", Op::reduce_scatter},
                              OpName{"reducescatter", Op::reduce_scatter},
                              OpName{"all_to_all", Op::all_to_all},
                              OpName{"alltoall", Op::all_to_all},
                              OpName{"broadcast", Op::broadcast},
                              OpName{"reduce", Op::reduce},
                              OpName{"scatter", Op::scatter},
                              OpName{"gather", Op::gather},
                              OpName{"send_recv", Op::send_recv},
                              OpName{"sendrecv", Op::send_recv}};

std::string_view without_suffix(std::string_view name, std::string_view suffix) {
  return name.size() > suffix.size() && name.substr(name.size() - suffix.size()) == suffix
             ? name.substr(0, name.size() - suffix.size())
             : name;
}

/// An object, or a list of objects: `[1,0]<stdout>:` is no list.
bool looks_like_json(std::string_view text) {
  constexpr std::string_view blanks = " \t\r\n\xEF\xBB\xBF";
  auto at = text.find_first_not_of(blanks);
  if (at != std::string_view::npos && text[at] == '[') at = text.find_first_not_of(blanks, at + 1);
  return at != std::string_view::npos && text[at] == '{';
}

void drop_empty(MeasuredLog& log) {
  std::erase_if(log.series, [](const MeasuredSeries& series) { return series.rows.empty(); });
}

void note_repeated_sizes(MeasuredLog& log) {
  for (const MeasuredSeries& series : log.series) {
    const std::size_t repeated = series.rows.size() - distinct_sizes(series);
    if (repeated > 0)
      log.notes.push_back({series.rows.front().line, std::to_string(repeated) +
                                                         " rows repeat a size, as when runs are mixed in one file: "
                                                         "their median is taken"});
  }
}

}  // namespace

std::size_t MeasuredLog::rows() const {
  std::size_t count = 0;
  for (const MeasuredSeries& s : series) count += s.rows.size();
  return count;
}

std::size_t distinct_sizes(const MeasuredSeries& series) {
  std::set<Bytes> sizes;
  for (const Measurement& row : series.rows) sizes.insert(row.size);
  return sizes.size();
}

std::vector<Measurement> one_a_size(const MeasuredSeries& series) {
  std::vector<Measurement> rows = series.rows, result;
  std::stable_sort(rows.begin(), rows.end(), [](const Measurement& a, const Measurement& b) {
    return a.size != b.size ? a.size < b.size : a.us < b.us;
  });
  for (std::size_t first = 0, last = 0; first < rows.size(); first = last) {
    while (last < rows.size() && rows[last].size == rows[first].size) ++last;
    result.push_back(rows[(first + last - 1) / 2]);
  }
  return result;
}

std::optional<Op> op_of_name(std::string_view name) {
  const std::string_view bare = without_suffix(without_suffix(name, "_mpi"), "_perf");
  for (const OpName& known : op_names)
    if (known.name == bare) return known.op;
  return {};
}

MeasuredLog parse_log(std::string_view text, const std::string& file) {
  MeasuredLog log;
  log.file = file;
  if (looks_like_json(text)) {
    parse_json_log(text, log);
  } else if (looks_like_csv_log(text)) {
    parse_csv_log(text, log);
  } else {
    parse_nccl_log(text, log);
  }
  drop_empty(log);
  std::stable_sort(log.skipped.begin(), log.skipped.end(),
                   [](const Remark& a, const Remark& b) { return a.line < b.line; });
  note_repeated_sizes(log);
  return log;
}

MeasuredLog read_log(const std::string& path) { return parse_log(read_file(path), path); }

}  // namespace collsim
