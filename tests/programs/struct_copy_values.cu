// Two blocks copy a struct to one place: the same one, then different ones. What counts is what they write, not what
// was there before.
// FINDING: race warning global inter-block write@same write@same object=to
// FINDING: race error global inter-block write@different write@different object=to
// FINDING: race warning global inter-block write@four write@four object=to
#include <cuda_runtime.h>

struct Quad {
  int a, b, c, d;
};

__device__ Quad from[2] = {{1, 1, 1, 1}, {1, 1, 1, 1}};
__device__ Quad to = {7, 7, 7, 7};

__global__ void same() {
  to = from[blockIdx.x];  // @same
}

__global__ void change() { from[1].c = 2; }

__global__ void different() {
  to = from[blockIdx.x];  // @different
}

__global__ void four() {
  reinterpret_cast<int4&>(to) = reinterpret_cast<const int4*>(from)[blockIdx.x / 2];  // @four
}

int main() {
  same<<<2, 1>>>();
  change<<<1, 1>>>();
  different<<<2, 1>>>();
  four<<<2, 1>>>();
  return cudaDeviceSynchronize();
}
