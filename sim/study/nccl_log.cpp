#include "study/nccl_log.h"

#include <algorithm>

#include <fmt/format.h>

#include "study/log_banner.h"
#include "study/log_row.h"
#include "study/series_checks.h"

namespace collsim {
namespace {

class Reader {
 public:
  explicit Reader(MeasuredLog& log) : log_(log) {}

  void line(std::string_view text) {
    ++number_;
    const std::vector<std::string> words = row_words(text);
    if (const auto head = row_head(words)) {
      row(*head, words);
    } else if (!(waiting_ && finish_split_row(words))) {
      other(text, words);
    }
  }

  void end() {
    give_up_waiting();
    finish_series(banner_, first_of_run_, log_);
  }

 private:
  struct Waiting {
    RowHead head;
    int line;
  };

  void row(const RowHead& head, const std::vector<std::string>& words) {
    give_up_waiting();
    if (const std::string fault = fault_of(head); !fault.empty()) return skip(fault);
    if (const auto group = group_behind(head, words, context())) {
      add(head, *group, words, number_);
    } else if (cut_in_front_of_numbers(head, words)) {
      waiting_ = Waiting{head, number_};
    } else {
      skip("time, algbw and busbw do not fit together or are cut off");
    }
  }

  std::string fault_of(const RowHead& head) const {
    if (head.size == 0) return "size 0: less than one element a rank";
    const auto element = element_bytes(head.dtype);
    if (element && head.count > 0 && head.size % (head.count * *element) != 0)
      return fmt::format("size {} is no multiple of {} elements of {}", head.size, head.count, head.dtype);
    return "";
  }

  /// Another program's line begins where the row's numbers should stand.
  static bool cut_in_front_of_numbers(const RowHead& head, const std::vector<std::string>& words) {
    if (words.size() <= head.words) return true;
    const auto word = [&](std::size_t at) { return at < words.size() ? words[at] : std::string(); };
    const bool root = word(head.words) == "-1" || whole_number(word(head.words)).has_value();
    if (root) return words.size() == head.words + 1 || !printed_number(word(head.words + 1));
    return !printed_number(word(head.words));
  }

  /// A line with nothing but numbers, while a row waits for them. The bandwidth has to prove that they belong together.
  bool finish_split_row(const std::vector<std::string>& words) {
    if (!only_numbers(words)) return false;
    const auto group = row_group(words, 0, waiting_->head.size, context());
    constexpr double enough_digits = 0.1;
    if (!group || group->algbw < enough_digits) return false;
    log_.notes.push_back({waiting_->line, fmt::format("row continued in line {}", number_)});
    add(waiting_->head, *group, words, waiting_->line);
    waiting_.reset();
    return true;
  }

  RowContext context() const { return {banner_.unit, banner_.rank_count()}; }

  static bool only_numbers(const std::vector<std::string>& words) {
    const auto number = [](const std::string& w) { return w == "N/A" || printed_number(w).has_value(); };
    return words.size() >= 3 && std::all_of(words.begin(), words.end(), number);
  }

  /// The second group of a row that was split once more.
  bool finish_in_place(const std::vector<std::string>& words) {
    if (log_.series.size() == first_of_run_) return false;
    Measurement& row = log_.series.back().rows.back();
    const auto group = row_group(words, 0, row.size, context());
    if (row.in_place_us || !group) return false;
    row.in_place_us = group->us;
    return true;
  }

  void give_up_waiting() {
    if (waiting_) log_.skipped.push_back({waiting_->line, "the numbers of this row never came"});
    waiting_.reset();
  }

  void add(const RowHead& head, const RowGroup& group, const std::vector<std::string>& words, int line) {
    Measurement row{line, head.size, group.us, group.algbw, group.busbw, {}};
    if (const auto in_place = row_group(words, group.end, head.size, context())) row.in_place_us = in_place->us;
    series_for(head, own_op(words, group.end)).rows.push_back(row);
    if (group.milliseconds) log_.notes.push_back({line, "time is in milliseconds: converted"});
  }

  /// The `op` column of `collsim run`.
  std::optional<Op> own_op(const std::vector<std::string>& words, std::size_t at) const {
    const auto& columns = banner_.own_columns;
    const auto column = std::find(columns.begin(), columns.end(), "op");
    if (column == columns.end()) return {};
    const std::size_t index = at + static_cast<std::size_t>(column - columns.begin());
    return index < words.size() ? op_of_name(words[index]) : std::nullopt;
  }

  MeasuredSeries& series_for(const RowHead& head, std::optional<Op> op) {
    for (std::size_t i = first_of_run_; i < log_.series.size(); ++i) {
      MeasuredSeries& s = log_.series[i];
      if (s.dtype == head.dtype && s.redop == head.redop && (!op || s.op == op)) return s;
    }
    log_.series.emplace_back();
    log_.series.back().dtype = head.dtype;
    log_.series.back().redop = head.redop;
    log_.series.back().op = op;
    return log_.series.back();
  }

  void other(std::string_view text, const std::vector<std::string>& words) {
    if (begins_run(text) && log_.series.size() > first_of_run_) begin_run();
    learn(text, banner_);
    if (only_numbers(words) && !finish_in_place(words)) return skip("numbers without a size in front of them");
    if (!only_numbers(words) && words.size() >= 2 && whole_number(words[0]) && whole_number(words[1]))
      skip("cut off behind the count, or no row of this kind of table");
  }

  /// The banner stays: what a run does not say again (an operation, its devices) still holds.
  void begin_run() {
    give_up_waiting();
    finish_series(banner_, first_of_run_, log_);
    first_of_run_ = log_.series.size();
  }

  void skip(std::string reason) { log_.skipped.push_back({number_, std::move(reason)}); }

  MeasuredLog& log_;
  LogBanner banner_;
  std::optional<Waiting> waiting_;
  std::size_t first_of_run_ = 0;
  int number_ = 0;
};

}  // namespace

void parse_nccl_log(std::string_view text, MeasuredLog& log) {
  Reader reader(log);
  while (!text.empty()) {
    const auto end = std::min(text.find('\n'), text.size());
    std::string_view line = text.substr(0, end);
    if (!line.empty() && line.back() == '\r') line.remove_suffix(1);
    reader.line(line);
    text.remove_prefix(std::min(end + 1, text.size()));
  }
  reader.end();
}

}  // namespace collsim
