#include "sim/refused/refuse.h"

#include "sim/interface/observer.h"

void fencepost::sim::tell_refused(const char* name, const char* status, const void* pc) {
  observers().calls->on_unsupported_call(name, status, pc);
}
