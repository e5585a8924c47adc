#include <filesystem>

#include "study/diagnosis.h"
#include "support/catch.h"

using namespace collsim;

namespace {

struct Judged {
  int tables = 0, flagged = 0;
};

/// All tables of a folder of tests/validation, each on its own: the hardware is what its head says.
Judged judge(const std::string& folder) {
  Judged judged;
  const auto path = std::filesystem::path(COLLSIM_SOURCE_DIR) / "tests" / "validation" / folder;
  for (const auto& entry : std::filesystem::directory_iterator(path)) {
    const MeasuredLog log = read_log(entry.path().string());
    REQUIRE(log.series.size() == 1);
    const MeasuredSeries& series = log.series.front();
    const Diagnosis diagnosis = diagnose(series, nominal_of(series));
    CAPTURE(entry.path().string());
    CHECK(diagnosis.sick == !diagnosis.reasons.empty());
    ++judged.tables;
    judged.flagged += diagnosis.sick;
  }
  return judged;
}

}  // namespace

TEST_CASE("diagnosis: eight in ten tables of sick machines are flagged, each with a reason") {
  const Judged sick = judge("sick");
  CAPTURE(sick.tables, sick.flagged);
  REQUIRE(sick.tables >= 10);
  CHECK(10 * sick.flagged >= 8 * sick.tables);
}

TEST_CASE("diagnosis: of the tables that machines are validated against, one in ten is flagged at most") {
  const Judged healthy = judge("tables");
  CAPTURE(healthy.tables, healthy.flagged);
  REQUIRE(healthy.tables >= 10);
  CHECK(10 * healthy.flagged <= healthy.tables);
}
