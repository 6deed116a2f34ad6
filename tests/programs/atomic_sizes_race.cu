// Atomic operations that overlap in part are not strong with each other: 64 and 32 bits, 32 and 16 bits; in global memory
// between blocks, in shared memory between threads.
// FINDING: race error global inter-block atomic@wide atomic@narrow object=sum
// FINDING: race error shared intra-block atomic@wide_shared atomic@narrow_shared object=tile
// FINDING: race error shared intra-block atomic@word atomic@half object=mixed message="overlap in part"
__device__ unsigned long long sum;

__global__ void k() {
  __shared__ unsigned long long tile;
  __shared__ unsigned int mixed;
  if (threadIdx.x == 0) tile = mixed = 0;
  __syncthreads();
  if (blockIdx.x == 0) {
    atomicAdd(&sum, 1ULL);  // @wide
  } else {
    atomicAdd(reinterpret_cast<unsigned int*>(&sum) + 1, 1U);  // @narrow
  }
  if (threadIdx.x < 32) {
    atomicAdd(&tile, 1ULL);  // @wide_shared
    atomicAdd(&mixed, 1U);   // @word
  } else {
    atomicAdd(reinterpret_cast<unsigned int*>(&tile), 1U);                                // @narrow_shared
    atomicCAS(reinterpret_cast<unsigned short*>(&mixed), (unsigned short)0, (unsigned short)1);  // @half
  }
}

int main() {
  k<<<2, 64>>>();
  return cudaDeviceSynchronize();
}
