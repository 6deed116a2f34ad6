// __trap() ends the kernel.
// FINDING: crash error * * *@trap
// STDOUT: ^failed$
#include <cstdio>

__global__ void k() {
  if (threadIdx.x == 3) __trap();  // @trap
}

int main() {
  k<<<1, 32>>>();
  puts(cudaDeviceSynchronize() == cudaSuccess ? "fine" : "failed");
}
