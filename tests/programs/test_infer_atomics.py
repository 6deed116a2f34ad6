#!/usr/bin/env python3
"""`fencepost permissions --infer` on kernels with atomic operations: what these change is lent to them, in the intervals in
which nothing else uses it; runs at other sizes hold against the annotations."""

import os
import subprocess
import sys

from harness import run_tests
from test_infer_proof import PROVED, expect, needs_z3, prove
from test_infer_tiles import infer, missing

HISTOGRAM = """#include <cstdlib>
__global__ void histogram(const int* data, int n, int* bins) {
  __shared__ int local[64];
  for (int i = threadIdx.x; i < 64; i += blockDim.x) local[i] = 0;
  __syncthreads();
  int stride = blockDim.x * gridDim.x;
  for (int i = blockIdx.x * blockDim.x + threadIdx.x; i < n; i += stride) atomicAdd(&local[data[i]], 1);
  __syncthreads();
  for (int i = threadIdx.x; i < 64; i += blockDim.x) atomicAdd(&bins[i], local[i]);
}
int main(int, char** words) {
  int n = atoi(words[1]), threads = atoi(words[2]);
  int *host = new int[n], *data, *bins;
  for (int i = 0; i < n; ++i) host[i] = (i * 7919 + 13) % 61;
  cudaMalloc(&data, n * sizeof(int));
  cudaMemcpy(data, host, n * sizeof(int), cudaMemcpyHostToDevice);
  cudaMalloc(&bins, 64 * sizeof(int));
  cudaMemset(bins, 0, 64 * sizeof(int));
  histogram<<<2, threads>>>(data, n, bins);
  cudaDeviceSynchronize();
  cudaFree(data);
  cudaFree(bins);
  delete[] host;
}
"""

K_MEANS = """#include <cstdlib>
__global__ void add(const float* x, const int* assigned, float* sums, int* counts, int n, int k) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i >= n) return;
  atomicAdd(&sums[assigned[i]], x[i]);
  atomicAdd(&counts[assigned[i]], 1);
}
__global__ void move(float* centres, const float* sums, const int* counts, int k) {
  int c = threadIdx.x;
  if (c < k && counts[c] > 0) centres[c] = sums[c] / counts[c];
}
int main(int, char** words) {
  int n = atoi(words[1]), k = atoi(words[2]);
  int *host = new int[n], *assigned, *counts;
  for (int i = 0; i < n; ++i) host[i] = (i * 5 + 1) % k;
  float *x, *sums, *centres;
  cudaMalloc(&x, n * sizeof(float));
  cudaMemset(x, 0, n * sizeof(float));
  cudaMalloc(&assigned, n * sizeof(int));
  cudaMemcpy(assigned, host, n * sizeof(int), cudaMemcpyHostToDevice);
  cudaMalloc(&sums, k * sizeof(float));
  cudaMemset(sums, 0, k * sizeof(float));
  cudaMalloc(&centres, k * sizeof(float));
  cudaMalloc(&counts, k * sizeof(int));
  cudaMemset(counts, 0, k * sizeof(int));
  add<<<(n + 15) / 16, 16>>>(x, assigned, sums, counts, n, k);
  move<<<1, 16>>>(centres, sums, counts, k);
  cudaDeviceSynchronize();
  cudaFree(x);
  cudaFree(sums);
  cudaFree(centres);
  cudaFree(assigned);
  cudaFree(counts);
  delete[] host;
}
"""

DIGITS = """#include <cstdlib>
__global__ void count(const unsigned* keys, int n, unsigned shift, unsigned* counts) {
  __shared__ unsigned digits[16];
  if (threadIdx.x < 16) digits[threadIdx.x] = 0;
  __syncthreads();
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n) atomicAdd(&digits[(keys[i] >> shift) & 15], 1u);
  __syncthreads();
  if (threadIdx.x < 16) counts[threadIdx.x * gridDim.x + blockIdx.x] = digits[threadIdx.x];
}
int main(int, char** words) {
  int n = atoi(words[1]), blocks = (n + 31) / 32;
  unsigned *host = new unsigned[n], *keys, *counts;
  for (int i = 0; i < n; ++i) host[i] = i * 7919 + 13;
  cudaMalloc(&keys, n * sizeof(int));
  cudaMemcpy(keys, host, n * sizeof(int), cudaMemcpyHostToDevice);
  cudaMalloc(&counts, 16 * blocks * sizeof(int));
  count<<<blocks, 32>>>(keys, n, 4, counts);
  cudaDeviceSynchronize();
  cudaFree(keys);
  cudaFree(counts);
  delete[] host;
}
"""

COMPACTION = """#include <cstdlib>
__global__ void compact(const unsigned* keys, int n, unsigned* out, unsigned* kept) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n && keys[i] % 3 == 0) out[atomicAdd(kept, 1u)] = keys[i];
}
int main(int, char** words) {
  int n = atoi(words[1]);
  unsigned *host = new unsigned[n], *keys, *out, *kept;
  for (int i = 0; i < n; ++i) host[i] = i * 7919 + 13;
  cudaMalloc(&keys, n * sizeof(int));
  cudaMemcpy(keys, host, n * sizeof(int), cudaMemcpyHostToDevice);
  cudaMalloc(&out, n * sizeof(int));
  cudaMalloc(&kept, sizeof(int));
  cudaMemset(kept, 0, sizeof(int));
  compact<<<(n + 31) / 32, 32>>>(keys, n, out, kept);
  cudaDeviceSynchronize();
  cudaFree(keys);
  cudaFree(out);
  cudaFree(kept);
  delete[] host;
}
"""

LENT = r"(\forall* int i; 0 <= i && i < {1}; \pointer_index({0}, i, atomic))"


def a_histogram_by_privatisation(tools, folder):
    text, mistakes = infer(tools, folder, "histogram.cu", HISTOGRAM, "50 16,100 32", "70 64")
    if mistakes:
        return mistakes
    own = (r"(\forall* int i; 0 <= i && i < (64 - threadIdx.x + blockDim.x - 1) / blockDim.x; "
           r"\pointer_index(local, threadIdx.x + i * blockDim.x, write))")
    # The grid's bins are lent for all of the kernel; the block's are at the first barrier, and given back at the second.
    return missing(text, [(3, LENT.format("bins", 64)), (2, LENT.format("local", 64)), (3, own)])


@needs_z3
def the_histogram_at_any_size(tools, folder):
    path = os.path.join(folder, "histogram.cu")
    with open(path, "w", encoding="utf-8") as file:
        file.write(HISTOGRAM)
    return expect(prove(tools, folder, "", "50 16,100 32", path), 0, "histogram: local: " + PROVED, "histogram: bins: " + PROVED,
                  "from the barrier at histogram.cu:5: uses all of it by atomic operations, and then by nothing else")


def a_step_of_k_means(tools, folder):
    text, mistakes = infer(tools, folder, "means.cu", K_MEANS, "50 4,100 5,70 7", "90 6")
    if mistakes:
        return mistakes
    return missing(text, [(1, LENT.format("counts", "k")), (1, LENT.format("sums", "k")),
                          (1, r"\gtid < n ==> \pointer_index(x, \gtid, read)")])


def counts_of_digits(tools, folder):
    text, mistakes = infer(tools, folder, "digits.cu", DIGITS, "50,100,150", "230")
    if mistakes:
        return mistakes
    return missing(text, [(1, LENT.format("digits", 16)),
                          (3, r"threadIdx.x < 16 ==> \pointer_index(digits, threadIdx.x, write)"),
                          (3, r"threadIdx.x < 16 ==> \pointer_index(counts, threadIdx.x * gridDim.x + blockIdx.x, write)")])


def a_compaction_by_a_counter(tools, folder):
    path = os.path.join(folder, "compact.cu")
    with open(path, "w", encoding="utf-8") as file:
        file.write(COMPACTION)
    done = subprocess.run([tools.fencepost, "permissions", "--infer", path, "--sizes", "50,100,150", "--check-sizes", "180"],
                          capture_output=True, text=True, check=False, env=tools.environment())
    # Where it writes only the counter tells, which no clause of the kernel can name.
    if done.returncode != 0 or "at entry: out is not explained" not in done.stderr or "annotations hold" not in done.stderr:
        return [f"status {done.returncode}: {done.stderr}"]
    return missing(done.stdout, [(1, r"\pointer_index(kept, 0, atomic)"), (1, r"\gtid < n ==> \pointer_index(keys, \gtid, read)")])


if __name__ == "__main__":
    sys.exit(run_tests([a_histogram_by_privatisation, the_histogram_at_any_size, a_step_of_k_means, counts_of_digits,
                        a_compaction_by_a_counter], __doc__))
