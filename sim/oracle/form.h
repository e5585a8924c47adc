#pragma once

#include <cstdint>
#include <optional>
#include <span>
#include <string_view>
#include <vector>

#include "base/units.h"
#include "collective/operation.h"
#include "oracle/machine.h"

namespace collsim::oracle {

/// Messages of equal size, one after the other, over one tier; over the group as a whole where no tier is named.
struct Stage {
  double messages = 0;
  double bytes = 0;
  std::optional<std::size_t> tier{};
};

/// Bytes that follow in a stream whose α the stages count.
struct Stream {
  double bytes = 0;
  std::optional<std::size_t> tier{};
};

/// exact: what every rank waits for, on a network where all pairs are alike and no link is shared. limit: the leading
/// terms, which many chunks or many ranks come near.
enum class Claim : std::uint8_t { exact, limit };

/// A collective as its critical path, without prices: message_cost.h puts those on.
struct Form {
  std::vector<Stage> stages;
  std::vector<Stream> streams;
  Claim claim = Claim::exact;
};

/// An operation as a closed form sees it.
struct Case {
  std::string_view algorithm;
  Op op = Op::all_reduce;
  Bytes size = 0;  ///< M, as the operation defines it
  int chunks = 1;
};

/// A row of the table of forms.
struct FormRow {
  std::string_view algorithm;
  std::vector<Op> ops;
  Form (*make)(const Case& problem, const Machine& machine);
};

/// All forms of the model, section 6.
std::span<const FormRow> forms();

/// Null where no form has this name and does this operation.
const FormRow* find_form(std::string_view algorithm, Op op);

}  // namespace collsim::oracle
