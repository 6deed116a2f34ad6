// A kernel waits for what the host would write after it has waited for the kernel.
// FINDING: deadlock error none intra-block barrier@waits message="memory that nobody changes"
// EXIT: 66
// SCHEDULE-DEPENDENT: how often threads look, until the runtime knows that the program has no other thread
// STDOUT: ^launched
// STDOUT: ^cudaErrorLaunchTimeout$
#include <cstdio>

__global__ void wait_for(volatile unsigned* latch) {
  while (*latch < 1) { }  // @waits
}

int main() {
  volatile unsigned* latch;
  cudaMallocHost((void**)&latch, sizeof *latch);
  *latch = 0;
  wait_for<<<1, 1>>>((unsigned*)latch);
  std::puts("launched");
  std::puts(cudaGetErrorName(cudaDeviceSynchronize()));
  *latch = 1;
}
