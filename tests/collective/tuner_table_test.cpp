#include "collective/tuner_table.h"

#include "base/error.h"
#include "support/catch.h"

namespace collsim::test {
namespace {

std::string errors(const std::string& text) {
  try {
    parse_tuner_table(text, "t.csv");
    return "accepted";
  } catch (const InputError& error) {
    return error.what();
  }
}

}  // namespace

TEST_CASE("a tuner table is read in the layout of NCCL's example plugin") {
  const auto rows = parse_tuner_table(
      "# a comment\n"
      "collective_type,min_bytes,max_bytes,algorithm,protocol,channels,nNodes,nRanks,numPipeOps,regBuff\n"
      "\n"
      "  allreduce, 0 ,65536,tree,simple,2,1,-1\r\n"
      "broadcast,65537,4294967295,ring,ll128,-1,4,32,1,0\n"
      "all_to_all,0,8,direct,simple,-1,-1,-1,-1,-1",
      "t.csv");
  REQUIRE(rows.size() == 3);
  CHECK(rows[0].op == Op::all_reduce);
  CHECK(rows[0].min_bytes == 0);
  CHECK(rows[0].max_bytes == 65536);
  CHECK(rows[0].algorithm == "double_tree");
  CHECK(rows[0].protocol == Protocol::simple);
  CHECK(rows[0].channels == 2);
  CHECK(rows[0].nodes == 1);
  CHECK_FALSE(rows[0].ranks.has_value());
  CHECK(rows[0].line == 4);
  CHECK(rows[1].algorithm == "chain");
  CHECK(rows[1].max_bytes == 4294967295);
  CHECK(rows[1].ranks == 32);
  CHECK_FALSE(rows[1].channels.has_value());
  // SIZE_MAX stands for no limit.
  CHECK(parse_tuner_table("allreduce,0,18446744073709551615,ring,ll,1,-1,-1\n", "t.csv").at(0).max_bytes ==
        std::numeric_limits<Bytes>::max());
  CHECK(rows[2].algorithm == "direct");
  CHECK(parse_tuner_table("", "t.csv").empty());
}

TEST_CASE("a tuner table's rows for registered buffers and aggregated operations match nothing here") {
  CHECK(parse_tuner_table("allreduce,0,8,ring,ll,-1,-1,-1,-1,1\nallreduce,0,8,ring,ll,-1,-1,-1,4\n", "t.csv").empty());
}

TEST_CASE("a tuner table's mistakes are told all at once, with line and column") {
  CHECK(errors("allreduce,0,8,ring,ll,-1,-1\n") ==
        "t.csv:1:1: error: a row has 8 to 10 fields, this has 7: "
        "collective_type,min_bytes,max_bytes,algorithm,protocol,channels,nNodes,nRanks,numPipeOps,regBuff");
  CHECK(errors("# first\nallreduse,0,8,rnig,l1,-1,-1,-1\n") ==
        "t.csv:2:1: error: collective_type: 'allreduse' is no operation: broadcast, reduce, allgather, reducescatter, "
        "allreduce\n"
        "t.csv:2:15: error: algorithm: 'rnig' is no algorithm: tree, ring, collnet_direct, collnet_chain, nvls, "
        "nvls_tree, pat, or a name of `collsim algorithms`\n"
        "t.csv:2:20: error: protocol: 'l1' is no protocol: ll, ll128, simple");
  CHECK(errors("allreduce, 0x8,8,ring,ll,-1,-1,-1\n") == "t.csv:1:12: error: min_bytes: '0x8' is no whole number");
  CHECK(errors("allreduce,9,8,ring,ll,-1,-1,-1\n") ==
        "t.csv:1:13: error: max_bytes: '8' is below min_bytes: no size is in between");
  CHECK(errors("allreduce,-1,8,ring,ll,-1,-1,-1\n") == "t.csv:1:11: error: min_bytes: '-1' is below 0");
  CHECK(errors("allreduce,0,8,ring,ll,0,-1,-1\n") ==
        "t.csv:1:23: error: channels: '0' is neither -1, for any, nor a number from 1 to 1024");
  CHECK(errors("allreduce,0,8,ring,ll,1025,-1,-1\n") ==
        "t.csv:1:23: error: channels: '1025' is neither -1, for any, nor a number from 1 to 1024");
}

}  // namespace collsim::test
