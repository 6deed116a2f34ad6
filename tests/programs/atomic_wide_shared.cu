// Accesses of 8 bytes to shared memory, atomic or not, are decided in the kernel as those of 4 are.
// FINDING: race error shared intra-block atomic@sum read@look object=sums
// FINDING: race error shared intra-block write@own read@next object=tile
// FINDING: uninitialized-read error shared none atomic@fresh object=unwritten
// STDOUT: ^64 64\.0$
#include <cstdio>

__global__ void k(double* out) {
  __shared__ double sums[2];
  __shared__ unsigned long long counters[2], unwritten[2];
  const unsigned t = threadIdx.x;
  if (t < 2) sums[t] = counters[t] = 0;
  __syncthreads();
  atomicAdd(&counters[0], 1ull);
  atomicAdd(&sums[0], 1.0);
  __syncthreads();
  if (t == 5) out[0] = counters[0];
  if (t == 6) out[1] = sums[0];
  atomicAdd(&sums[1], 1.0);                 // @sum
  if (t == 40) out[40] = sums[1];           // @look
  if (t < 8) atomicMax(&unwritten[1], 5ull);  // @fresh
}

__global__ void plain(double* out) {
  __shared__ double tile[64];
  const unsigned t = threadIdx.x;
  tile[t] = t;
  __syncthreads();
  const double others = tile[63 - t] + tile[t / 8];
  __syncthreads();
  tile[t * 3 % 64] = others;  // @own
  out[2 + t] = tile[t];       // @next
}

int main() {
  double* out;
  cudaMallocManaged(&out, 66 * sizeof *out);
  k<<<1, 64>>>(out);
  plain<<<1, 64>>>(out);
  cudaDeviceSynchronize();
  printf("%.0f %.1f\n", out[0], out[1]);
}
