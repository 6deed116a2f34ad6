// What a fuzz target demands of what it reads.
#pragma once

#include <cstdio>
#include <cstdlib>

namespace fencepost {

/// Ends the process, as a sanitizer's finding does, unless `holds`: libFuzzer then keeps the input. `what` says in a
/// few words what ought to hold.
inline void demand(bool holds, const char* what) {
  if (holds) return;
  std::fprintf(stderr, "property violated: %s\n", what);
  std::abort();
}

}  // namespace fencepost
