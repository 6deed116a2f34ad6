// Device variables of a header, in each file that includes it.
#pragma once

static int launches = 0;
struct Scale {
  __device__ int of(int x);
};
inline __device__ int Scale::of(int x) { return 1000 * x; }
__device__ int table[4];
