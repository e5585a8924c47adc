#pragma once

#include <ostream>
#include <string>

#include "result/report.h"

namespace collsim {

/// Apache ECharts as its npm package has it: what draws a page's charts, and what its licence wants to go with it.
/// Requires: no `</script` and no `<!--` in the script, which would end the element that holds it.
struct ChartLibrary {
  std::string script, licence, notice;
};

/// One page of HTML that stands by itself: styles, scripts, the charts' library with its licence and the report's data
/// are inside, and nothing is asked of any network. The same report makes the same bytes.
void write_report(const Report& report, const ChartLibrary& charts, std::ostream& out);

}  // namespace collsim
