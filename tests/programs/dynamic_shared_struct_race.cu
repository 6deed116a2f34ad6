// The launch's dynamic shared memory as a struct: a barrier is missing. Beyond what the launch asked for lies nothing.
// FINDING: race error shared intra-warp write@w read@r
// FINDING: out-of-bounds error shared none write@beyond
struct Stages {
  int first[32], second[32];
};

__global__ void k(int* ints) {
  extern __shared__ Stages stages;
  stages.first[threadIdx.x] = ints[threadIdx.x];       // @w
  ints[threadIdx.x] = stages.first[31 - threadIdx.x];  // @r
  if (threadIdx.x == 0) stages.second[31] = 1;         // @beyond
}

int main() {
  int* ints;
  cudaMalloc(&ints, 32 * sizeof(int));
  cudaMemset(ints, 0, 32 * sizeof(int));
  k<<<1, 32, sizeof(Stages) - sizeof(int)>>>(ints);
  cudaDeviceSynchronize();
}
