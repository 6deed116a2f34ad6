// Launches made by macros, and a macro as part of a launch.
// CLEAN
// STDOUT: ^12$
#include <cstdio>

#define CHECK(call)                                                                              \
  do {                                                                                           \
    cudaError_t error = (call);                                                                  \
    if (error != cudaSuccess) printf("%s:%d %s\n", __FILE__, __LINE__, cudaGetErrorString(error)); \
  } while (0)
#define LAUNCH(kernel, n, ...)        \
  do {                                \
    kernel<<<(n), 32>>>(__VA_ARGS__); \
    CHECK(cudaGetLastError());        \
  } while (0)
#define CONFIGURATION <<<2, 1>>>

__global__ void add(int* sum, int value) {
  if (threadIdx.x == 0) atomicAdd(sum, value);
}

int main() {
  int* sum;
  CHECK(cudaMallocManaged(&sum, sizeof(int)));
  *sum = 0;
  LAUNCH(add, 2, sum, 3);
  add CONFIGURATION(sum, 3);
  CHECK(cudaDeviceSynchronize());
  printf("%d\n", *sum);
}
