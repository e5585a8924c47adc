#pragma once

#include <cstdint>
#include <optional>
#include <stdexcept>
#include <string>
#include <utility>
#include <variant>
#include <vector>

#include "result/trace.h"
#include "scenario/reader.h"
#include "study_options.h"
#include "workload/replay.h"

namespace collsim {

/// The command line cannot be understood (exit status 2). what() says what would be right.
class UsageError : public std::runtime_error {
  using std::runtime_error::runtime_error;
};

/// How much goes to stderr beside errors.
enum class Verbosity : std::uint8_t { quiet, normal, verbose };

struct RunOptions {
  std::string scenario;
  std::optional<std::string> json, csv, flows, trace, report;  ///< files; `-` is standard output
  std::size_t trace_limit = Trace::default_limit;              ///< most events in the trace
  Overrides overrides;
  bool check = false;
  bool verify_trace = false;
  bool per_rank = false;
  double max_messages = kMostMessages;
  bool explain_choice = false;
  Verbosity verbosity = Verbosity::normal;
};

struct ExplainCommand {
  std::string scenario;
  std::optional<std::string> json;  ///< a file; `-` is standard output
  Overrides overrides;
  std::size_t top = 10;  ///< busiest links
  bool sensitivity = true;
  Verbosity verbosity = Verbosity::normal;
};

struct SweepCommand {
  std::string file;
  std::optional<std::string> csv;  ///< a file; standard output where there is none or `-`
  struct Shard {
    std::size_t number, of;  ///< from 1
  };
  std::optional<Shard> shard;
  std::vector<std::string> merge;  ///< what shards have left behind
  std::optional<int> threads;      ///< else one a core that is to be had
  bool check = false;
  Verbosity verbosity = Verbosity::normal;
};

struct CompareCommand {
  std::string before, after;        ///< results as JSON
  std::optional<std::string> json;  ///< a file; `-` is standard output
  std::size_t top = 10;             ///< links
};

struct TopologyOptions {
  std::string file;
  std::optional<std::string> generators;                    ///< --generators: the kind to document, empty for all
  std::optional<std::pair<std::string, std::string>> path;  ///< two nodes
  std::optional<Ties> ties;                                 ///< else as the file's model has it
  std::optional<std::pair<std::string, std::string>> cut;   ///< two patterns of nodes
  bool expanded = false;                                    ///< --explicit
};

struct AlgorithmsOptions {
  std::optional<std::string> scenario;  ///< --for: what auto chooses there
  Overrides overrides;
};

/// Something to print and nothing else to do: --help and --version on standard output, or the same help as an answer to
/// a missing command.
struct Printout {
  std::string text;
  bool asked_for = true;
};

using Command = std::variant<Printout, RunOptions, ExplainCommand, SweepCommand, CompareCommand, TopologyOptions,
                             AlgorithmsOptions, ValidateOptions, CalibrateOptions>;

/// Throws UsageError.
Command parse_command_line(int argc, const char* const* argv);

}  // namespace collsim
