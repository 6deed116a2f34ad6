// A requirement of a ghost check that does not hold is a finding at the barrier, once for each text and line.
// FINDING: permission error none intra-block barrier@b kernel=^grow message="after interval 1: all elements are below 2" interval=1
// FINDING: permission error none intra-block exit kernel=^grow message="after interval 4: the last step was undone" interval=4
#include <fencepost/ghost.h>

__global__ void grow(int* a) {
  for (int i = 0; i < 4; ++i) {
    a[threadIdx.x] += 1;
    __syncthreads();  // @b
  }
}

int main() {
  int* a;
  cudaMalloc(&a, 32 * sizeof(int));
  cudaMemset(a, 0, 32 * sizeof(int));
  fencepost::GhostCheck bound([&](const fencepost::AfterInterval& after) {
    bool below = true;
    for (int i = 0; i < 32; ++i) below = below && after.array(a)[i] < 2;
    if (!after.at_exit) after.require(below, "all elements are below 2");
    if (after.at_exit) after.require(below, "the last step was undone");
  });
  grow<<<1, 32>>>(a);
  cudaDeviceSynchronize();
  cudaFree(a);
}
