// Whether this process is one of several that mpirun, srun or another launcher has started.
#pragma once

#include <string>

namespace fencepost::cli {

/// What the launcher has put into the environment: nothing of MPI is linked or called.
struct Launcher {
  unsigned rank = 0, size = 1;
  unsigned on_this_machine = 1;  ///< How many of them.
  std::string job;               ///< The same for all of them and for no other start; empty: there is no launcher.
};

/// Knows Open MPI, Slurm and those that follow PMI (MPICH).
Launcher find_launcher();

}  // namespace fencepost::cli
