#include "calibrate.h"

#include <stdexcept>
#include <utility>

#include "command_line.h"
#include "log.h"
#include "result/output_file.h"
#include "study/calibration_report.h"
#include "study/effective_bandwidths.h"
#include "workload/known_algorithms.h"

namespace collsim {
namespace {

std::optional<Bytes> chunk_of(const CalibrateOptions& options) {
  if (!options.chunk) return {};
  try {
    const Bytes chunk = parse_nccl_size(*options.chunk);
    if (chunk > 0) return chunk;
  } catch (const std::invalid_argument&) {
    // Said below, with what would be right.
  }
  throw UsageError("--chunk " + *options.chunk + ": a size above 0 would be right, such as 128K");
}

void tell(const MeasuredLog& log) {
  for (const Remark& remark : log.skipped)
    log_note(log.file + ":" + std::to_string(remark.line) + ": left out: " + remark.text);
  for (const Remark& remark : log.notes) log_note(log.file + ":" + std::to_string(remark.line) + ": " + remark.text);
}

int write_effective(const CalibrateOptions& options) {
  std::vector<EffectiveBandwidth> all;
  for (const std::string& path : options.logs) {
    const MeasuredLog log = read_log(path);
    tell(log);
    for (EffectiveBandwidth& e : effective_bandwidths(log)) all.push_back(std::move(e));
  }
  OutputFile out(options.output.value_or("-"));
  write_effective_bandwidths(all, out.stream());
  out.finish();
  out.commit();
  return 0;
}

}  // namespace

int calibrate_command(const CalibrateOptions& options) {
  install_log(Verbosity::normal);
  if (options.effective) return write_effective(options);
  CalibrationReport report(read_topology(options.topology), chunk_of(options));
  for (const std::string& path : options.logs) {
    const MeasuredLog log = read_log(path);
    tell(log);
    report.add(log, {options.dtype, options.algorithm, options.ranks});
  }
  OutputFile out(options.output.value_or("-"));
  report.write(out.stream());
  out.finish();
  out.commit();
  return 0;
}

}  // namespace collsim
