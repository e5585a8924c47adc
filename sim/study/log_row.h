#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "study/measured_log.h"

namespace collsim {

/// A number as it was printed: its value, and half of its last digit.
struct PrintedNumber {
  double value = 0;
  double half = 0;
};

/// The whole of `text` as a number >= 0.
std::optional<PrintedNumber> printed_number(std::string_view text);

/// Digits alone, as a number of bytes or elements.
std::optional<Bytes> whole_number(std::string_view text);

/// What blanks separate. `[0]` and `[1,0]<stdout>:`, by which launchers mark whose output follows, count as blanks;
/// so does a label at the beginning that ends in a colon or stands in brackets (`0:`, `node7:`, `(head, rank=0)`).
std::vector<std::string> row_words(std::string_view line);

/// size, count, type, redop: what stands before the numbers.
struct RowHead {
  Bytes size = 0;
  Bytes count = 0;
  std::string dtype;
  std::string redop;
  std::size_t words = 0;  ///< how many words of the line it takes
};
std::optional<RowHead> row_head(const std::vector<std::string>& words);

/// What `size` elements of a type take; absent for a type nobody knows.
std::optional<Bytes> element_bytes(std::string_view dtype);

/// In what a table prints its times: its head says so, or nothing does and each row's arithmetic decides.
enum class TimeUnit : std::uint8_t { unstated, microseconds, milliseconds };

/// What is known of a table when its rows are read.
struct RowContext {
  TimeUnit unit = TimeUnit::unstated;
  std::optional<int> ranks;
};

/// time, algbw, busbw and the errors behind them.
struct RowGroup {
  double us = 0;
  double algbw = 0;
  double busbw = 0;
  bool milliseconds = false;  ///< as printed; `us` is converted
  std::size_t end = 0;        ///< the word behind the group
};

/// The group that begins at word `at`, if its bandwidth is `size` over its time within what the printed digits leave
/// open. Before 2020 the bandwidth of all_gather and its like counted (N-1)/N of the size and stood there twice: taken
/// where N is known.
std::optional<RowGroup> row_group(const std::vector<std::string>& words, std::size_t at, Bytes size,
                                  const RowContext& context);

/// The group behind a head: there, or behind a root.
std::optional<RowGroup> group_behind(const RowHead& head, const std::vector<std::string>& words,
                                     const RowContext& context);

}  // namespace collsim
