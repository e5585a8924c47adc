#pragma once

namespace collsim {

/// How many threads this process should have: as many as cores it may run on, divided by the processes that `mpirun`
/// started beside it on this machine where those are not bound to cores of their own.
int usable_cores();

}  // namespace collsim
