#pragma once

#include <optional>
#include <string>
#include <vector>

#include "scenario/chip_pool.h"
#include "scenario/fields.h"
#include "scenario/named_file.h"

namespace collsim {

struct JobContext;

/// Reads the `placement:` of one job after another, and takes the chips that each gets.
class PlacementReader {
 public:
  /// Requires: both outlive this.
  PlacementReader(const JobContext& context, Diagnostics& diagnostics);

  /// Fills in the job's `chips` and `placement`. `shared`: it may have chips that others have. Requires: its id.
  void place(Value placement, bool shared, JobSpec& job);

 private:
  /// A chip that somebody named, and where.
  struct Named {
    std::string name;
    Diagnostic place;  ///< without a message
  };

  void place_by_policy(const Fields& fields, bool shared, JobSpec& job);
  void place_by_choice(const Fields& fields, Choosing choosing, bool shared, JobSpec& job);
  void place_by_names(const std::vector<Named>& names, bool shared, JobSpec& job);
  std::vector<Named> named_in(Value patterns);
  std::vector<Named> named_in_file(const Fields& fields, const JobSpec& job);
  std::vector<Named> names_of(const NamedFile& file);
  void read_line(std::string_view line, const Diagnostic& place, std::vector<Named>& out);
  std::optional<std::size_t> find(const Named& named);
  void complain(Diagnostic place, std::string message);

  const JobContext& context_;
  Diagnostics& diagnostics_;
  ChipPool pool_;
};

}  // namespace collsim
