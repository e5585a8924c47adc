#pragma once

#include "result/report_page.h"

namespace collsim {

/// What the charts of a report are drawn with: ECharts as its npm package has it, unpacked in the folder that
/// COLLSIM_ECHARTS names, else installed with this program, else in the user's cache, where the launcher puts it.
/// Throws UsageError, which says how to get it, where there is none, and FileError where one cannot be read.
ChartLibrary find_chart_library();

}  // namespace collsim
