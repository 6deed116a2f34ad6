// A launch does not wait for its kernel: that this failed is told by the next call, of both APIs.
// FINDING: crash error none none *@assert message="assertion"
// STDOUT: ^0 710 710$
#include <cassert>
#include <cstdio>

__global__ void k(int n) {
  assert(threadIdx.x < n);  // @assert
}

int main() {
  int n = 3;
  void* arguments[] = {&n};
  const int launched = cudaLaunchKernel((void*)k, dim3(1), dim3(4), arguments, 0, nullptr);
  const int waited = cudaDeviceSynchronize();
  printf("%d %d %d\n", launched, waited, (int)cudaLaunchKernel((void*)k, dim3(1), dim3(4), arguments, 0, nullptr));
}
