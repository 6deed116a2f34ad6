// Atomic operations of 8 bytes by many threads and blocks, decided in the kernel: what they conflict with is found as for
// those of 4. So is what nobody has written, and what is not aligned to 8 bytes.
// FINDING: race error global inter-block atomic@count write@plain object=counters
// FINDING: race error global intra-block atomic@count write@plain object=counters
// FINDING: race error global intra-block atomic@sum read@look object=sums
// FINDING: uninitialized-read error global none atomic@fresh object=unwritten
// STDOUT: ^4096 4096\.0 2048$
#include <cstdio>

__global__ void count(unsigned long long* counters, double* sums, unsigned long long* unwritten, double* out) {
  const unsigned i = threadIdx.x + blockDim.x * blockIdx.x;
  atomicAdd(&counters[i % 2], 1ull);  // @count
  atomicAdd(&sums[0], 1.0);
  atomicAdd(&sums[1 + blockIdx.x], 1.0);  // @sum
  if (i == 100) out[0] = sums[1];         // @look
  if (i == 2047) counters[1] = 7;         // @plain
  if (i < 32) atomicMax(&unwritten[1], 5ull);  // @fresh
}

__global__ void all(unsigned long long* counter, double* sum, unsigned long long* greatest) {
  const unsigned i = threadIdx.x + blockDim.x * blockIdx.x;
  atomicAdd(counter, 1ull);
  atomicAdd(sum, 1.0);
  atomicMax(greatest, static_cast<unsigned long long>(i % 2048 + 1));
}

int main() {
  unsigned long long *counters, *unwritten, *clean;
  double *sums, *out;
  cudaMalloc(&counters, 2 * sizeof *counters);
  cudaMalloc(&sums, 40 * sizeof *sums);
  cudaMalloc(&unwritten, 2 * sizeof *unwritten);
  cudaMalloc(&out, sizeof *out);
  cudaMalloc(&clean, 3 * sizeof *clean);
  cudaMemset(counters, 0, 2 * sizeof *counters);
  cudaMemset(sums, 0, 40 * sizeof *sums);
  cudaMemset(clean, 0, 3 * sizeof *clean);
  count<<<32, 128>>>(counters, sums, unwritten, out);
  all<<<32, 128>>>(clean, reinterpret_cast<double*>(clean + 1), clean + 2);
  struct {
    unsigned long long count;
    double sum;
    unsigned long long greatest;
  } result;
  cudaMemcpy(&result, clean, sizeof result, cudaMemcpyDeviceToHost);
  printf("%llu %.1f %llu\n", result.count, result.sum, result.greatest);
}
