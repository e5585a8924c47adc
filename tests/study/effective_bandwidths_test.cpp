#include "study/effective_bandwidths.h"

#include <sstream>

#include "base/error.h"
#include "support/catch.h"

using namespace collsim;
using Catch::Matchers::ContainsSubstring;

namespace {

MeasuredLog table(const std::string& collective, int ranks, int nodes, const std::string& rows,
                  const std::string& file = "x.csv") {
  return parse_log("# collective: " + collective + "\n# ranks: " + std::to_string(ranks) +
                       "\n# nodes: " + std::to_string(nodes) + "\nsize_bytes,time_us\n" + rows,
                   file);
}

}  // namespace

TEST_CASE("effective bandwidths: busbw at its highest, by operation and by the group that the table stands for") {
  // all_reduce on 8 ranks: 2 · 7/8 · 100 MB / 700 us = 250 GB/s at best; all_to_all on 16: 15/16 · 160 MB / 3 ms = 50.
  const MeasuredLog inside = table("all_reduce", 8, 1, "1024,20\n100000000,700\n200000000,1500\n");
  const MeasuredLog across = table("all_reduce", 16, 2, "1024,40\n16000000,1000\n");
  const MeasuredLog exchange = table("all_to_all", 16, 2, "1024,60\n160000000,3000\n");
  const EffectiveBandwidth one = effective_bandwidths(inside).at(0);
  CHECK(one.group == ParallelGroup::tensor);
  CHECK(one.busbw == Approx(250e9).epsilon(1e-9));
  CHECK(one.floor_us == 20);
  CHECK(effective_bandwidths(across).at(0).group == ParallelGroup::data);
  CHECK(effective_bandwidths(exchange).at(0).group == ParallelGroup::expert);
  CHECK(effective_bandwidths(exchange).at(0).busbw == Approx(50e9).epsilon(1e-9));
}

TEST_CASE("effective bandwidths: of several tables of one kind the one with the most ranks is written") {
  std::vector<EffectiveBandwidth> all;
  for (const MeasuredLog& log : {table("all_reduce", 16, 2, "1024,40\n16000000,1000\n", "two.csv"),
                                 table("all_reduce", 32, 4, "1024,80\n16000000,2000\n", "four.csv")}) {
    for (const EffectiveBandwidth& e : effective_bandwidths(log)) all.push_back(e);
  }
  std::ostringstream out;
  write_effective_bandwidths(all, out);
  // 2 · 31/32 · 16 MB / 2 ms = 15.5 GB/s.
  CHECK_THAT(out.str(),
             ContainsSubstring("data: {bandwidth: 15.50 GB/s, floor: 80.00 us}   # 32 ranks on 4 nodes, four.csv"));
  CHECK(out.str().find("two.csv") == std::string::npos);
}

TEST_CASE("effective bandwidths: what a table does not say is asked for, not guessed") {
  const MeasuredLog silent = parse_log("# collective: all_reduce\n# ranks: 8\nsize_bytes,time_us\n1024,20\n", "x.csv");
  CHECK_THROWS_WITH(effective_bandwidths(silent), ContainsSubstring("does not say nodes"));
}
