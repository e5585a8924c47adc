#include "result/csv.h"

#include <sstream>

#include "result/csv_writer.h"
#include "result/flow_log.h"
#include "result/sample.h"
#include "support/catch.h"
#include "support/csv_reader.h"

namespace collsim::test {
namespace {

std::string csv_of(const Result& result) {
  std::ostringstream out;
  write_csv(result, out);
  return out.str();
}

FlowRecord sample_flow() {
  const auto at = [](int us) { return Instant(std::chrono::microseconds(us)); };
  return {"grad", {1, 2, 3, 4}, 0, 1, "c0", "c1", 6000, at(1), at(2), at(5), at(6), "c0->nic0"};
}

}  // namespace

TEST_CASE("CSV: a field is quoted where it must be, and only there") {
  CHECK(csv_field("c0->c1#2") == "c0->c1#2");
  CHECK(csv_field("a,b") == "\"a,b\"");
  CHECK(csv_field("say \"x\"") == "\"say \"\"x\"\"\"");
  CHECK(csv_field("two\nlines") == "\"two\nlines\"");
}

TEST_CASE("CSV: a header and one record a collective and size, each ended by CR LF") {
  const std::string text = csv_of(sample_sweep());
  const auto records = read_csv(text);
  REQUIRE(records.size() == 2);
  CHECK(records[0].at("size_bytes") == "4000");
  CHECK(records[1].at("size_bytes") == "8000");
  CHECK(text.substr(text.size() - 2) == "\r\n");
}

TEST_CASE("CSV: values are those of the result and read back exactly") {
  const auto record = read_csv(csv_of(sample_result())).at(0);
  const CollectiveResult c = sample_collective();
  CHECK(record.at("id") == "grad");
  CHECK(record.at("op") == "all_reduce");
  CHECK(record.at("ranks") == "2");
  CHECK(record.at("time_us") == "8");
  CHECK(std::stod(record.at("busbw_GBps")) == c.busbw_GBps());
  CHECK(record.at("regime") == regime(c.ledger));
  CHECK(record.at("transfer_us") == "4");
  CHECK(record.at("waiting_us") == "0.5");
  CHECK(record.at("bottleneck_link") == "c0->c1");
  CHECK(record.at("last_arriver") == "1");
}

TEST_CASE("CSV: the root is -1 where the operation has none, as in the table") {
  Result result = sample_result();
  CollectiveResult& c = result.runs[0].collectives[0];
  c.root = 1;
  for (const Op op : {Op::broadcast, Op::reduce, Op::scatter, Op::gather}) {
    c.op = op;
    CHECK(read_csv(csv_of(result)).at(0).at("root") == "1");
  }
  for (const Op op : {Op::all_reduce, Op::all_gather, Op::reduce_scatter, Op::all_to_all, Op::send_recv}) {
    c.op = op;
    CHECK(read_csv(csv_of(result)).at(0).at("root") == "-1");
  }
}

TEST_CASE("flow log: a header at once, then one record a flow as it is delivered") {
  std::ostringstream out;
  FlowLog log(out, {});
  CHECK(read_csv(out.str()).empty());
  log.run_started(4000);
  log.flow_delivered(sample_flow());
  const auto flow = read_csv(out.str()).at(0);
  CHECK(flow.at("operation") == "grad");
  CHECK(flow.at("size_bytes") == "4000");
  CHECK(flow.at("channel") == "1");
  CHECK(flow.at("phase") == "2");
  CHECK(flow.at("chunk") == "3");
  CHECK(flow.at("step") == "4");
  CHECK(flow.at("source") == "c0");
  CHECK(flow.at("destination_rank") == "1");
  CHECK(flow.at("start_us") == "1");
  CHECK(flow.at("first_byte_us") == "2");
  CHECK(flow.at("end_us") == "5");
  CHECK(flow.at("delivered_us") == "6");
  // 6000 bytes in the 3 us between its first and its last byte.
  CHECK(flow.at("rate_GBps") == "2");
  CHECK(flow.at("bottleneck") == "c0->nic0");
}

TEST_CASE("flow log: an operation that is not the swept one keeps its own size") {
  std::ostringstream out;
  FlowLog log(out, {{"grad", 12}});
  log.run_started(4000);
  log.flow_delivered(sample_flow());
  CHECK(read_csv(out.str()).at(0).at("size_bytes") == "12");
}

TEST_CASE("flow log: a flow of no duration has rate 0, not infinity") {
  std::ostringstream out;
  FlowLog log(out, {});
  FlowRecord flow = sample_flow();
  flow.last_byte = flow.first_byte;
  log.flow_delivered(flow);
  CHECK(read_csv(out.str()).at(0).at("rate_GBps") == "0");
}

}  // namespace collsim::test
