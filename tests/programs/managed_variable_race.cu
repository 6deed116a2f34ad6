// A __managed__ variable.
// FINDING: race error global inter-block *@w *@w object=counter
#include <cstdio>

__managed__ int counter = 3;

__global__ void k() {
  counter += 1;  // @w
}

int main() {
  k<<<4, 1>>>();
  cudaDeviceSynchronize();
  printf("%d\n", counter);
}
