#include "study/csv_log.h"

#include <algorithm>

#include <fmt/format.h>

#include "base/decimal.h"
#include "study/log_row.h"
#include "study/series_checks.h"

namespace collsim {
namespace {

using Record = std::vector<std::string>;

std::vector<std::string_view> lines_of(std::string_view text) {
  std::vector<std::string_view> lines;
  while (!text.empty()) {
    const auto end = std::min(text.find('\n'), text.size());
    std::string_view line = text.substr(0, end);
    if (!line.empty() && line.back() == '\r') line.remove_suffix(1);
    lines.push_back(line);
    text.remove_prefix(std::min(end + 1, text.size()));
  }
  return lines;
}

/// Fields of one line; a quoted one may hold commas and doubled quotes, not line breaks.
Record fields_of(std::string_view line) {
  Record fields(1);
  bool quoted = false;
  for (std::size_t i = 0; i < line.size(); ++i) {
    const bool doubled = quoted && line[i] == '"' && i + 1 < line.size() && line[i + 1] == '"';
    if (doubled) {
      fields.back() += line[++i];
    } else if (line[i] == '"') {
      quoted = !quoted;
    } else if (line[i] == ',' && !quoted) {
      fields.emplace_back();
    } else {
      fields.back() += line[i];
    }
  }
  for (std::string& field : fields) field = std::string(trimmed(field));
  return fields;
}

bool is_comment(std::string_view line) { return trimmed(line).empty() || trimmed(line).front() == '#'; }

/// The columns that matter, by index.
struct Columns {
  explicit Columns(const Record& names)
      : count(names.size()),
        size(index(names, {"size_bytes", "size", "bytes"})),
        us(index(names, {"time_us", "us"})),
        ms(index(names, {"time_ms", "ms"})),
        algbw(index(names, {"algbw_gbps", "algbw_GBps", "algbw"})),
        busbw(index(names, {"busbw_gbps", "busbw_GBps", "busbw"})),
        op(index(names, {"op", "collective"})),
        ranks(index(names, {"ranks"})),
        dtype(index(names, {"dtype", "type"})),
        algorithm(index(names, {"algorithm"})) {}

  static std::optional<std::size_t> index(const Record& names, std::initializer_list<std::string_view> wanted) {
    for (const std::string_view name : wanted) {
      const auto at = std::find(names.begin(), names.end(), name);
      if (at != names.end()) return static_cast<std::size_t>(at - names.begin());
    }
    return {};
  }
  bool usable() const { return size && (us || ms); }

  std::size_t count;
  std::optional<std::size_t> size, us, ms, algbw, busbw, op, ranks, dtype, algorithm;
};

std::string field(const Record& record, std::optional<std::size_t> column) { return column ? record[*column] : ""; }

class CsvReader {
 public:
  CsvReader(const Record& names, int header_line, std::map<std::string, std::string> stated, MeasuredLog& log)
      : columns_(names), stated_(std::move(stated)), log_(log) {
    if (!columns_.us) log_.notes.push_back({header_line, "times are in milliseconds: converted"});
  }

  void record(std::string_view line, int number) {
    const Record r = fields_of(line);
    if (r.size() != columns_.count)
      return skip(number, fmt::format("{} fields instead of {}", r.size(), columns_.count));
    const auto size = whole_number(r[*columns_.size]);
    const auto time = printed_number(r[columns_.us ? *columns_.us : *columns_.ms]);
    if (!size || !time || time->value <= 0) return skip(number, "no size or no time above 0");
    if (*size == 0) return skip(number, "size 0: less than one element a rank");
    Measurement row{number, *size, columns_.us ? time->value : time->value * 1e3, 0, 0, {}};
    if (columns_.algbw && columns_.busbw && !take_bandwidths(r, row))
      return skip(number, "algbw is not size over time");
    series_for(r).rows.push_back(row);
  }

 private:
  bool take_bandwidths(const Record& r, Measurement& row) const {
    const Record words{r[columns_.us ? *columns_.us : *columns_.ms], r[*columns_.algbw], r[*columns_.busbw]};
    const RowContext context{columns_.us ? TimeUnit::microseconds : TimeUnit::milliseconds, ranks_of(r)};
    const auto group = row_group(words, 0, row.size, context);
    if (!group) return false;
    row.algbw = group->algbw;
    row.busbw = group->busbw;
    return true;
  }

  std::string stated(const std::string& key) const {
    const auto at = stated_.find(key);
    return at == stated_.end() ? "" : at->second;
  }

  std::optional<int> ranks_of(const Record& r) const {
    return count_of(columns_.ranks ? field(r, columns_.ranks) : stated("ranks"));
  }

  MeasuredSeries& series_for(const Record& r) {
    MeasuredSeries made;
    made.op = op_of_name(columns_.op ? field(r, columns_.op) : stated("collective"));
    if (!columns_.op && !made.op && stated("collective").empty()) made.op = op_of_file_name(log_.file);
    made.ranks = ranks_of(r);
    made.nodes = count_of(stated("nodes"));
    made.dtype = columns_.dtype ? field(r, columns_.dtype) : stated("dtype");
    made.algorithm = columns_.algorithm ? field(r, columns_.algorithm) : stated("algorithm");
    made.stated = stated_;
    for (MeasuredSeries& s : log_.series)
      if (s.op == made.op && s.ranks == made.ranks && s.dtype == made.dtype && s.algorithm == made.algorithm) return s;
    return log_.series.emplace_back(std::move(made));
  }

  static std::optional<int> count_of(const std::string& text) {
    const auto value = whole_number(text);
    constexpr Bytes most = 1 << 30;
    return value && *value > 0 && *value < most ? std::optional(static_cast<int>(*value)) : std::nullopt;
  }

  void skip(int number, std::string reason) { log_.skipped.push_back({number, std::move(reason)}); }

  Columns columns_;
  std::map<std::string, std::string> stated_;
  MeasuredLog& log_;
};

void state(std::string_view line, std::map<std::string, std::string>& stated) {
  const std::string_view text = trimmed(line).substr(trimmed(line).empty() ? 0 : 1);
  const auto colon = text.find(':');
  if (colon == std::string_view::npos) return;
  stated.emplace(trimmed(text.substr(0, colon)), trimmed(text.substr(colon + 1)));
}

}  // namespace

bool looks_like_csv_log(std::string_view text) {
  for (const std::string_view line : lines_of(text))
    if (!is_comment(line)) return Columns(fields_of(line)).usable();
  return false;
}

void parse_csv_log(std::string_view text, MeasuredLog& log) {
  std::map<std::string, std::string> stated;
  std::optional<CsvReader> reader;
  int number = 0;
  for (const std::string_view line : lines_of(text)) {
    ++number;
    if (is_comment(line)) {
      state(line, stated);
    } else if (!reader) {
      reader.emplace(fields_of(line), number, stated, log);
    } else {
      reader->record(line, number);
    }
  }
}

}  // namespace collsim
