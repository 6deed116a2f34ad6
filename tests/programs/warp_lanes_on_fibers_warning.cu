// A mask names lanes that have returned. Lanes that waited on fibers before, for their turn or a failed look, and others
// come to the operation alike: it is one finding.
// FINDING: barrier-divergence warning none intra-warp barrier@any exit occurrences=1
// FINDING: barrier-divergence warning none intra-warp barrier@ballot exit occurrences=3
__global__ void k(int* data, int* out) {
  const int t = threadIdx.x;
  int a = 0;
  if (t & 1) return;
  if (blockIdx.x == 0) {
    a += __any_sync(~0u, t % 3 == 0);  // @any
    for (int i = 0; i < 2 && atomicAdd(data, 0) < 2 - t; ++i) a += i;
  }
  a += __ballot_sync(~0u, t & 2) & 255;  // @ballot
  out[blockIdx.x * blockDim.x + t] = a;
}

int main() {
  int *data, *out;
  cudaMalloc(&data, sizeof(int));
  cudaMalloc(&out, 96 * sizeof(int));
  cudaMemset(data, 0, sizeof(int));
  k<<<3, 32>>>(data, out);
  cudaDeviceSynchronize();
}
