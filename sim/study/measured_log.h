#pragma once

#include <map>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "base/units.h"
#include "collective/operation.h"

namespace collsim {

/// One row of a table of measurements, its out-of-place group.
struct Measurement {
  int line = 0;  ///< in the file, from 1
  Bytes size = 0;
  double us = 0;     ///< microseconds a call
  double algbw = 0;  ///< GB/s, as printed
  double busbw = 0;
  std::optional<double> in_place_us;
};

/// Rows of one operation and data type, measured in one run, in the order of the file.
struct MeasuredSeries {
  std::string title;  ///< what the file calls the run; may be empty
  std::optional<Op> op;
  std::optional<int> ranks;
  std::optional<int> nodes;
  std::string dtype;
  std::string redop;
  std::string algorithm;                      ///< empty where the log does not say
  std::map<std::string, std::string> stated;  ///< `# key: value` lines of the file's head
  std::vector<Measurement> rows;
};

struct Remark {
  int line = 0;
  std::string text;
};

/// A log as it was understood, and everything that was not.
struct MeasuredLog {
  std::string file;
  std::vector<MeasuredSeries> series;  ///< none without rows
  std::vector<Remark> skipped;         ///< rows left out, and why
  std::vector<Remark> notes;           ///< what was concluded or converted

  std::size_t rows() const;
};

/// Different sizes above 0 of a series.
std::size_t distinct_sizes(const MeasuredSeries& series);

/// By size, one value each: the median where a size was measured several times (two runs mixed in one file).
std::vector<Measurement> one_a_size(const MeasuredSeries& series);

/// Reads a table of nccl-tests or rccl-tests of any age, of `collsim run`, a CSV file of measurements, or the JSON of
/// recent versions; which one shows from the content. A row whose bandwidth is not its size over its time is left out,
/// so that a shifted or mixed-up column never becomes a number. Throws FileError.
MeasuredLog read_log(const std::string& path);
MeasuredLog parse_log(std::string_view text, const std::string& file);

/// The operation that a benchmark's or a collective's name means: `all_reduce_perf`, `alltoall`, `sendrecv`.
std::optional<Op> op_of_name(std::string_view name);

}  // namespace collsim
