// What a test program wants to hold, else it says which line and ends.
#pragma once

#include <cstdio>
#include <cstdlib>

#define REQUIRE(condition)                               \
  do {                                                   \
    if (!(condition)) {                                  \
      printf("line %d: not %s\n", __LINE__, #condition); \
      exit(1);                                           \
    }                                                    \
  } while (0)
