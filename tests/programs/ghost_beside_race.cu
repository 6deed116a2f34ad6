// A ghost check hides no race, and what it reads itself does not race.
// FINDING: race error shared intra-warp write@w read@r object=t element=t[0] interval=0 occurrences=7
#include <fencepost/ghost.h>

__global__ void shift(int* out) {
  __shared__ int t[8];
  t[threadIdx.x] = threadIdx.x;                         // @w
  int left = threadIdx.x ? t[threadIdx.x - 1] : 0;      // @r
  __syncthreads();
  out[threadIdx.x] = left + t[threadIdx.x];
}

int main() {
  int* out;
  cudaMalloc(&out, 8 * sizeof(int));
  long sum = 0;
  fencepost::GhostCheck look([&](const fencepost::AfterInterval& after) {
    for (int i = 0; i < 8; ++i) sum += after.shared<int>("t")[i];
    after.require(after.shared<int>("t")[7] == 7, "the last thread wrote its number");
  });
  shift<<<1, 8>>>(out);
  cudaDeviceSynchronize();
  cudaFree(out);
  return sum != 2 * 28;
}
