// As atomic_random_bins_norace.cu, but one thread of a later block reads a bin as any word, one of the same interval, one
// writes to one, and one has come to a bin that nobody has cleared.
// FINDING: race error global inter-block atomic@count read@later object=bins
// FINDING: race error global inter-block atomic@count_wide write@clear object=wide
// FINDING: race error global intra-block atomic@count_wide write@clear object=wide
// FINDING: race error global intra-block atomic@sum read@look object=sums
// FINDING: uninitialized-read error global none atomic@fresh object=fresh
__device__ unsigned next(unsigned& state) { return (state = state * 1664525u + 1013904223u) >> 16; }

__global__ void count(int* bins, unsigned long long* wide, double* sums, unsigned* fresh, int n, int* out) {
  const unsigned i = blockIdx.x * blockDim.x + threadIdx.x;
  unsigned state = i;
  for (int round = 0; round < 4; ++round) {
    atomicAdd(&bins[next(state) % n], 1);          // @count
    atomicAdd(&wide[next(state) % n], 1ull);       // @count_wide
    if (i == 1000 && round == 3) wide[n / 2] = 0;  // @clear
    __syncthreads();
    if (blockIdx.x < 8) atomicAdd(&sums[blockIdx.x * n + next(state) % n], 1.0);  // @sum
    if (i == 17 && round == 0) {
      for (int bin = 0; bin < n; ++bin) out[0] += sums[bin] > 2;  // @look
    }
    __syncthreads();
    atomicMax(&fresh[next(state) % n], i);  // @fresh
    __syncthreads();
  }
  if (i == 1999) out[1] = bins[n / 3];  // @later
}

int main() {
  const int n = 64;
  int *bins, *out;
  unsigned long long* wide;
  double* sums;
  unsigned* fresh;
  cudaMalloc(&bins, n * sizeof *bins);
  cudaMalloc(&wide, n * sizeof *wide);
  cudaMalloc(&sums, 8 * n * sizeof *sums);
  cudaMalloc(&fresh, n * sizeof *fresh);
  cudaMalloc(&out, 2 * sizeof *out);
  cudaMemset(bins, 0, n * sizeof *bins);
  cudaMemset(wide, 0, n * sizeof *wide);
  cudaMemset(sums, 0, 8 * n * sizeof *sums);
  cudaMemset(fresh, 0, (n - 1) * sizeof *fresh);
  cudaMemset(out, 0, 2 * sizeof *out);
  count<<<16, 128>>>(bins, wide, sums, fresh, n, out);
  cudaDeviceSynchronize();
}
