// How much memory the process has now.
#pragma once

#include <unistd.h>

#include <cstdio>

/// In MiB; 0 if it cannot be told.
inline double resident_mib() {
  long pages = 0, resident = 0;
  if (FILE* file = std::fopen("/proc/self/statm", "r")) {
    if (std::fscanf(file, "%ld %ld", &pages, &resident) != 2) resident = 0;
    std::fclose(file);
  }
  return double(resident) * double(sysconf(_SC_PAGESIZE)) / (1 << 20);
}
