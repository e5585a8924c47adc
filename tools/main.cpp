#include <csignal>
#include <cstdio>
#include <exception>
#include <new>
#include <string>
#include <variant>

#include "algorithms.h"
#include "base/error.h"
#include "calibrate.h"
#include "choices.h"
#include "command_line.h"
#include "compare.h"
#include "describe_topology.h"
#include "explain.h"
#include "result/output_file.h"
#include "run.h"
#include "sweep.h"
#include "validate.h"

namespace collsim {
namespace {

enum Status { done = 0, check_failed = 1, bad_usage = 2, unfinished = 3, file_failed = 4 };

int print(const Printout& printout) {
  if (!printout.asked_for) return std::fputs(printout.text.c_str(), stderr), bad_usage;
  OutputFile out("-");
  out.stream() << printout.text;
  out.finish();
  return done;
}

struct Execute {
  int operator()(const Printout& printout) const { return print(printout); }
  int operator()(const RunOptions& options) const { return run(options); }
  int operator()(const ExplainCommand& command) const { return explain(command); }
  int operator()(const SweepCommand& command) const { return sweep(command); }
  int operator()(const CompareCommand& command) const { return compare(command); }
  int operator()(const TopologyOptions& options) const { return describe_topology(options); }
  int operator()(const AlgorithmsOptions& options) const {
    return options.scenario ? list_choices(options) : list_algorithms();
  }
  int operator()(const ValidateOptions& options) const { return validate_command(options); }
  int operator()(const CalibrateOptions& options) const { return calibrate_command(options); }
};

int execute(int argc, const char* const* argv) { return std::visit(Execute{}, parse_command_line(argc, argv)); }

int fail(const char* message, Status status) {
  std::fprintf(stderr, "collsim: error: %s\n", message);
  return status;
}

int execute_or_fail(int argc, const char* const* argv) try {
  return execute(argc, argv);
} catch (const InputError& error) {
  // Its lines begin with the file's name and need no other.
  std::fprintf(stderr, "%s\n", error.what());
  return bad_usage;
} catch (const UsageError& error) {
  return fail(error.what(), bad_usage);
} catch (const CheckError& error) {
  return fail(error.what(), check_failed);
} catch (const FileError& error) {
  return fail(error.what(), file_failed);
} catch (const std::bad_alloc&) {
  return fail("out of memory", unfinished);
} catch (const ClosedPipe&) {
  // Only now, with every temporary file gone, as the signal would have had it.
  std::signal(SIGPIPE, SIG_DFL);
  return std::raise(SIGPIPE);
} catch (const std::exception& error) {
  return fail(error.what(), unfinished);
}

}  // namespace
}  // namespace collsim

int main(int argc, char* argv[]) {
  std::signal(SIGPIPE, SIG_IGN);
  return collsim::execute_or_fail(argc, argv);
}
