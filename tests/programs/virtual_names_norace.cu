// Names that the standard library has as virtual functions (sync, overflow) are our headers' and the user's own, too.
// CLEAN
#include <iostream>
#include <streambuf>
#include <cooperative_groups.h>

struct Counter : std::streambuf {
  int synced = 0;
  int sync() { return synced++, 0; }
};
struct Own {
  __device__ void sync() const { __syncthreads(); }
};

__global__ void meet(int* a) {
  __shared__ int s[64];
  s[threadIdx.x] = threadIdx.x;
  auto block = cooperative_groups::this_thread_block();
  cooperative_groups::sync(block);
  a[threadIdx.x] = s[63 - threadIdx.x];
  Own().sync();
  a[63 - threadIdx.x] += 1;
}

int main() {
  int* a;
  cudaMallocManaged(&a, 64 * sizeof(int));
  meet<<<1, 64>>>(a);
  cudaDeviceSynchronize();
  Counter counter;
  std::ostream(&counter) << std::flush;
  return counter.synced == 1 && a[0] == 64 ? 0 : 1;
}
