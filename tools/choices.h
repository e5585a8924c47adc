#pragma once

#include <optional>

#include "command_line.h"
#include "interrupt.h"
#include "progress_line.h"
#include "study/choose.h"

namespace collsim {

/// For choices that `interrupt` can end. Where it is `shown` how far they are, that is on `line`, which is made here.
ChooseOptions choose_options(const Interrupt& interrupt, bool shown, std::optional<ProgressLine>& line);

/// `collsim algorithms --for SCENARIO`: prints what `auto` chooses for each collective up to which size. Returns the
/// exit status: 0, or 130 where a SIGINT cut it short. Requires: a scenario.
int list_choices(const AlgorithmsOptions& options);

}  // namespace collsim
