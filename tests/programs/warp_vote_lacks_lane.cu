// A vote with the mask of the lanes for which something holds, called by the others, too.
// FINDING: barrier-divergence error none intra-warp barrier@vote message="mask 0x55555555 .* does not name lane 1,"
__global__ void k(int* out) {
  const unsigned even = __ballot_sync(0xffffffff, threadIdx.x % 2 == 0);
  out[threadIdx.x] = __any_sync(even, threadIdx.x == 5);  // @vote
}

int main() {
  int* out;
  cudaMalloc(&out, 32 * sizeof(int));
  k<<<1, 32>>>(out);
  return cudaDeviceSynchronize();
}
