// Libraries of which only the types are there.
#pragma once

namespace fencepost::sim {

/// Tells that the function `name`, called at `pc`, is not there.
void tell_refused(const char* name, const char* status, const void* pc);

}  // namespace fencepost::sim

// Defines the function: it takes any arguments, and returns STATUS.
#define FENCEPOST_DEFINE_REFUSED(TYPE, name, STATUS)                      \
  TYPE name(...) {                                                        \
    ::fencepost::sim::tell_refused(__func__, #STATUS, FENCEPOST_USER_PC); \
    return STATUS;                                                        \
  }
