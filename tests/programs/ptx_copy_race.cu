// cp.async: one group may still be under way.
// FINDING: race error shared intra-block write@w read@r object=tile
__device__ int from[64], out[64];

__global__ void k() {
  __shared__ int tile[64];
  const unsigned to = static_cast<unsigned>(__cvta_generic_to_shared(&tile[threadIdx.x]));
  asm volatile("cp.async.ca.shared.global [%0], [%1], 4;" : : "r"(to), "l"(&from[threadIdx.x]));  // @w
  asm volatile("cp.async.commit_group;");
  asm volatile("cp.async.wait_group %0;" : : "n"(1));
  __syncthreads();
  out[threadIdx.x] = tile[threadIdx.x ^ 33];                                                       // @r
}

int main() {
  k<<<1, 64>>>();
  return cudaDeviceSynchronize();
}
