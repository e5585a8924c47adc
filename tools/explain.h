#pragma once

#include "command_line.h"

namespace collsim {

/// `collsim explain`: runs a scenario and tells where its time goes, in words and as JSON. Returns the exit status: 0,
/// or 130 where a SIGINT cut it short, and nothing is written then.
int explain(const ExplainCommand& command);

}  // namespace collsim
