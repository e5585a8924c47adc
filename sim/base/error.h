#pragma once

#include <span>
#include <stdexcept>
#include <string>
#include <string_view>
#include <vector>

namespace collsim {

/// A position in an input file, both counted from 1. Line 0 means that no position is known.
struct Mark {
  int line = 0;
  int column = 0;
};

/// One thing that is wrong with the input, and what would be right.
struct Diagnostic {
  std::string file;
  Mark mark;
  std::string message;
};

/// `FILE:LINE:COLUMN: error: message`, or `FILE: error: message` without a position.
std::string to_string(const Diagnostic& diagnostic);

/// The input is wrong in one or several places (exit status 2). what() holds one line a diagnostic.
class InputError : public std::runtime_error {
 public:
  explicit InputError(std::vector<Diagnostic> diagnostics);
  const std::vector<Diagnostic>& diagnostics() const { return diagnostics_; }

 private:
  std::vector<Diagnostic> diagnostics_;
};

/// The simulation could not finish: blocked operations, no route, a limit (exit status 3).
class SimulationError : public std::runtime_error {
  using std::runtime_error::runtime_error;
};

/// An allocation or a schedule failed its proof (exit status 1).
class CheckError : public std::runtime_error {
  using std::runtime_error::runtime_error;
};

/// A file could not be read or written (exit status 4). The message starts with the path.
class FileError : public std::runtime_error {
  using std::runtime_error::runtime_error;
};

/// Collects several diagnostics of one file before giving up, so that a user mends them in one go.
class Diagnostics {
 public:
  explicit Diagnostics(std::string file) : file_(std::move(file)) {}

  void add(Mark mark, std::string message);
  /// One that names a source of its own; those of other sources stand after this file's.
  void add(Diagnostic diagnostic);
  bool empty() const { return found_.empty(); }
  /// Throws InputError with everything collected, in order of position, if there is anything. Identical lines are
  /// reported once and at most 20 in all, followed by a line that counts the rest.
  void throw_if_any() const;

 private:
  std::string file_;
  std::vector<Diagnostic> found_;
};

/// The candidate nearest to `word`, or an empty one where none is near: at most a third of the word's letters may be
/// wrong (optimal string alignment distance, so that a swapped pair counts once).
std::string_view nearest(std::string_view word, std::span<const std::string_view> candidates);

/// ` (did you mean 'x'?)` for the nearest candidate, or an empty string where none is near.
std::string suggestion(std::string_view word, std::span<const std::string_view> candidates);

/// `'text'` for a message: cut after 60 bytes, control characters replaced by `?`, so that a message stays one line.
std::string quote(std::string_view text);

}  // namespace collsim
