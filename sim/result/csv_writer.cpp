#include "result/csv_writer.h"

namespace collsim {
namespace {

constexpr const char* columns[] = {
    "id",         "op",          "algorithm",     "ranks",      "size_bytes",      "dtype",
    "root",       "channels",    "chunks",        "start_us",   "end_us",          "time_us",
    "algbw_GBps", "busbw_GBps",  "steps",         "flows",      "regime",          "startup_us",
    "path_us",    "transfer_us", "contention_us", "waiting_us", "bottleneck_link", "last_arriver"};

void add_ledger(CsvRecord& record, const Ledger& ledger) {
  record << regime(ledger);
  for (Duration part : {ledger.startup, ledger.path, ledger.transfer, ledger.contention, ledger.waiting})
    record << to_microseconds(part);
}

}  // namespace

std::span<const char* const> collective_columns() { return columns; }

void add_collective(CsvRecord& record, const CollectiveResult& c) {
  record << c.id << to_string(c.op) << c.algorithm << c.ranks() << c.size << c.dtype << (c.has_root() ? c.root : -1)
         << c.channels << c.chunks;
  record << to_microseconds(c.start) << to_microseconds(c.end) << to_microseconds(c.time());
  record << c.algbw_GBps() << c.busbw_GBps() << c.steps << c.flows;
  add_ledger(record, c.ledger);
  record << c.bottleneck_link << c.last_arriver;
}

void write_csv(const Result& result, std::ostream& out) {
  CsvRecord header;
  for (const char* column : columns) header << column;
  header.write(out);
  for (const RunResult& run : result.runs)
    for (const CollectiveResult& collective : run.collectives) {
      CsvRecord record;
      add_collective(record, collective);
      record.write(out);
    }
}

}  // namespace collsim
