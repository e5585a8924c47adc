#pragma once

namespace collsim {

/// `collsim algorithms`: prints the table of algorithms on standard output.
int list_algorithms();

}  // namespace collsim
