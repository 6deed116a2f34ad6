// A __managed__ variable, used by host and device in turn.
// CLEAN
// STDOUT: ^11$
#include <cstdio>

__managed__ int value = 3;

__global__ void twice() { value *= 2; }

int main() {
  twice<<<1, 1>>>();
  cudaDeviceSynchronize();
  value += 5;
  printf("%d\n", value);
}
