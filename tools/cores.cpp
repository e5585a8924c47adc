#include "cores.h"

#include <algorithm>
#include <cstdlib>
#include <thread>

#include <sched.h>

namespace collsim {
namespace {

int allowed_cores() {
  cpu_set_t set;
  CPU_ZERO(&set);
  return sched_getaffinity(0, sizeof set, &set) == 0 ? CPU_COUNT(&set) : 1;
}

/// 1 outside of such.
int processes_here() {
  // Open MPI, mpirun(1); MPICH, its process manager Hydra.
  for (const char* name : {"OMPI_COMM_WORLD_LOCAL_SIZE", "MPI_LOCALNRANKS"}) {
    const char* text = std::getenv(name);
    if (text != nullptr) return std::max(1, std::atoi(text));
  }
  return 1;
}

}  // namespace

int usable_cores() {
  const int all = static_cast<int>(std::max(1U, std::thread::hardware_concurrency()));
  const int allowed = allowed_cores();
  return std::max(1, allowed < all ? allowed : all / processes_here());
}

}  // namespace collsim
