// What a launch that was stopped did to registered memory does not count for the next one.
// FINDING: invalid-address error * * write@w launch=1
// STDOUT: ^700 0 1$
#include <cstdio>
#include <cstdlib>

__global__ void fails(int* out, int* null) {
  *out = 1;
  *null = 1;  // @w
}

__global__ void does_nothing() {}

int main() {
  int* const memory = static_cast<int*>(malloc(sizeof(int)));
  cudaHostRegister(memory, sizeof(int), cudaHostRegisterMapped);
  fails<<<1, 1>>>(memory, nullptr);
  const int failed = cudaDeviceSynchronize();
  cudaDeviceReset();
  does_nothing<<<1, 1>>>();
  const int launched = cudaGetLastError();
  printf("%d %d %d\n", failed, launched, *memory);
}
