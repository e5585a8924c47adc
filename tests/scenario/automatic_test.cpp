#include "scenario/read.h"
#include "support/catch.h"

namespace collsim::test {
namespace {

using Catch::Matchers::ContainsSubstring;

std::string text_of(const std::string& keys) { return "collectives:\n- {op: all_reduce, size: 8, " + keys + "}\n"; }

std::optional<AutoSpec> automatic(const std::string& keys) {
  return read_on_star(text_of(keys)).collectives.at(0).automatic;
}

std::string error(const std::string& keys) { return errors_on_star(text_of(keys)); }

}  // namespace

TEST_CASE("auto: chooses as NCCL does unless it is told how") {
  CHECK(automatic("algorithm: auto")->preset == Preset::nccl);
  CHECK(automatic("algorithm: auto, auto: nccl")->preset == Preset::nccl);
  CHECK(automatic("algorithm: auto, auto: vllm")->preset == Preset::vllm);
  CHECK(automatic("algorithm: auto, auto: simulate")->preset == Preset::simulate);
  CHECK_FALSE(automatic("algorithm: ring").has_value());
  CHECK_FALSE(automatic("dtype: int8").has_value());
}

TEST_CASE("auto: a table is named with its file") {
  const AutoSpec spec = *automatic("algorithm: auto, auto: {table: tables/a.csv}");
  CHECK(spec.preset == Preset::table);
  CHECK(spec.table == "tables/a.csv");
  CHECK(spec.mark.line == 3);
}

TEST_CASE("auto: what is unknown, misplaced or contradicts it is refused where it stands") {
  CHECK_THAT(error("algorithm: auto, auto: ncll"), ContainsSubstring("(did you mean 'nccl'?)"));
  CHECK_THAT(error("algorithm: auto, auto: {tabel: a.csv}"), ContainsSubstring("did you mean 'table'?"));
  CHECK_THAT(error("algorithm: auto, auto: {}"), ContainsSubstring("table: is missing"));
  CHECK_THAT(error("algorithm: ring, auto: nccl"),
             ContainsSubstring("s.yaml:3:52: error: auto: says how to choose: it belongs to algorithm: auto"));
  CHECK_THAT(error("auto: nccl"), ContainsSubstring("it belongs to algorithm: auto"));
  CHECK_THAT(error("algorithm: auto, protocol: simple"), ContainsSubstring("protocol: belongs to a named algorithm"));
  CHECK_THAT(error("algorithm: auto, groups: [8]"), ContainsSubstring("groups: belongs to a named algorithm"));
}

}  // namespace collsim::test
