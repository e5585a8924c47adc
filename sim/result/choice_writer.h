#pragma once

#include <ostream>
#include <string>

#include "result/result.h"

namespace collsim {

/// `double_tree ll128`.
std::string name_of(const Chosen& chosen);

/// `next ring ll128, +29 %`, how much longer what would have come second was predicted to take; else why nothing else
/// was weighed: `NCCL does not tune all_to_all`. Empty where neither is known.
std::string next_best(const Chosen& chosen);

/// Comment lines under the table that name each choice of `auto`, its runner-up and the margin: one a collective, of a
/// sweep one for all neighbouring sizes with the same choice, with the narrowest margin among them.
void write_choices(const Result& result, std::ostream& out);

/// Comment lines with everything that was weighed, by collective and size.
void write_rankings(const Result& result, std::ostream& out);

}  // namespace collsim
