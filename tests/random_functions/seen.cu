// The functions, compiled so that their accesses are seen: trace.cpp hears of them. By other names than its own.
namespace seen {
#include "functions.h"
}

long seen_call(int number, void* m, long x, long y) {
  return seen::call(number, static_cast<seen::Memory*>(m), x, y);
}
