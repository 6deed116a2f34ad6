#include "sim/runtime/unsupported.h"

#include <cstdio>
#include <cstdlib>

#include "sim/interface/observer.h"
#include "sim/interface/user_pc.h"

void fencepost::sim::refuse(const char* what, const void* pc) {
  std::fflush(stdout);
  std::fprintf(stderr, "fencepost: error: %s%s is not supported\n", observers().guide->place_of_call(pc).c_str(), what);
  std::exit(3);
}

extern "C" void fencepost_refuse_call(const char* name) { fencepost::sim::refuse(name, FENCEPOST_USER_PC); }
