#!/usr/bin/env python3
"""`fencepost permissions --infer` where threads write to positions that others have computed: the scatter of a compaction says
that positions are the prefix sums of flags, the reorder of a radix pass that a key goes to its digit's begin and its rank."""

import os
import subprocess
import sys

from harness import run_tests
from test_infer_tiles import infer, missing

# The flags' exclusive prefix sum comes from another kernel.
SCATTER = """#include <cstdlib>
__global__ void scatter(const int* in, const int* flags, const int* pos, int* out, int n) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n && flags[i]) out[pos[i]] = in[i];
}
int main(int, char** words) {
  int n = atoi(words[1]), *in, *out, *flags, *pos;
  int *f = new int[n], *p = new int[n];
  for (int i = 0, sum = 0; i < n; ++i) { f[i] = (i * 2654435761u >> 20) % 5 > 2; p[i] = sum; sum += f[i]; }
  cudaMalloc(&in, n * sizeof(int)); cudaMemset(in, 0, n * sizeof(int));
  cudaMalloc(&out, n * sizeof(int));
  cudaMalloc(&flags, n * sizeof(int)); cudaMemcpy(flags, f, n * sizeof(int), cudaMemcpyHostToDevice);
  cudaMalloc(&pos, n * sizeof(int)); cudaMemcpy(pos, p, n * sizeof(int), cudaMemcpyHostToDevice);
  scatter<<<(n + 7) / 8, 8>>>(in, flags, pos, out, n);
  cudaDeviceSynchronize();
  cudaFree(in); cudaFree(out); cudaFree(flags); cudaFree(pos);
  delete[] f; delete[] p;
}
"""

# Positions that are no prefix sums: every other place.
APART = (SCATTER.replace("sum += f[i];", "sum += 2 * f[i];")
         .replace("cudaMalloc(&out, n * sizeof(int));", "cudaMalloc(&out, 2 * n * sizeof(int));"))

# For each digit and block where it begins, and each key's rank among those of its digit in the block.
REORDER = """#include <cstdlib>
#define RADIX 4
__global__ void reorder(const unsigned* in, const int* rank, const int* offsets, unsigned* out, int shift, int n) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n) {
    int d = (in[i] >> shift) & (RADIX - 1);
    out[offsets[d * gridDim.x + blockIdx.x] + rank[i]] = in[i];
  }
}
int main(int, char** words) {
  int n = atoi(words[1]), blocks = (n + 7) / 8;
  unsigned *in, *out, *host = new unsigned[n];
  int *r = new int[n], *o = new int[blocks * RADIX](), *rank, *offsets;
  for (int i = 0; i < n; ++i) host[i] = (i * 2654435761u) >> 22;
  for (int i = 0; i < n; ++i) r[i] = o[(host[i] >> 2 & 3) * blocks + i / 8]++;
  for (int i = 0, sum = 0; i < blocks * RADIX; ++i) { int c = o[i]; o[i] = sum; sum += c; }
  cudaMalloc(&in, n * sizeof(int)); cudaMemcpy(in, host, n * sizeof(int), cudaMemcpyHostToDevice);
  cudaMalloc(&rank, n * sizeof(int)); cudaMemcpy(rank, r, n * sizeof(int), cudaMemcpyHostToDevice);
  cudaMalloc(&offsets, blocks * RADIX * sizeof(int));
  cudaMemcpy(offsets, o, blocks * RADIX * sizeof(int), cudaMemcpyHostToDevice);
  cudaMalloc(&out, n * sizeof(int));
  reorder<<<blocks, 8>>>(in, rank, offsets, out, 2, n);
  cudaDeviceSynchronize();
  cudaFree(in); cudaFree(out); cudaFree(rank); cudaFree(offsets);
  delete[] host; delete[] r; delete[] o;
}
"""

# One block, which computes the positions in shared memory.
COMPACT = """#include <cstdlib>
__global__ void compact(const int* in, int* out, int* count, int n) {
  extern __shared__ int pos[];
  int tid = threadIdx.x;
  int keep = tid < n && in[tid] > 0;
  pos[tid] = keep;
  __syncthreads();
  for (int d = 1; d < blockDim.x; d *= 2) {
    int add = tid >= d ? pos[tid - d] : 0;
    __syncthreads();
    pos[tid] += add;
    __syncthreads();
  }
  if (keep) out[pos[tid] - 1] = in[tid];
  if (tid == blockDim.x - 1) *count = pos[tid];
}
int main(int, char** words) {
  int n = atoi(words[1]), *in, *out, *count;
  int* host = new int[n];
  for (int i = 0; i < n; ++i) host[i] = static_cast<int>((i * 1103515245u + 12345u) >> 20) % 5 - 2;
  cudaMalloc(&in, n * sizeof(int));
  cudaMemcpy(in, host, n * sizeof(int), cudaMemcpyHostToDevice);
  cudaMalloc(&out, n * sizeof(int));
  cudaMalloc(&count, sizeof(int));
  int threads = (n + 3) / 4 * 4;
  compact<<<1, threads, threads * sizeof(int)>>>(in, out, count, n);
  cudaDeviceSynchronize();
  cudaFree(in); cudaFree(out); cudaFree(count);
  delete[] host;
}
"""


def a_scatter_says_that_positions_are_prefix_sums(tools, folder):
    text, mistakes = infer(tools, folder, "scatter.cu", SCATTER, "12,28,60", "44,100")
    if mistakes:
        return mistakes
    scattered = r"\gtid < n && flags[\gtid] != 0 ==> \pointer_index(out, pos[\gtid], write)"
    mistakes = missing(text, [
        (1, r"\gtid < n ==> \pointer_index(pos, \gtid, read)"),
        (1, r"\gtid + 1 < n ==> \pointer_index(pos, \gtid + 1, read)"),
        (1, scattered),
        (1, r"\gtid + 1 < n ==> pos[\gtid + 1] == pos[\gtid] + flags[\gtid]")])
    text, others = infer(tools, folder, "apart.cu", APART, "12,28,60", "44,100")
    return mistakes + (others or missing(text, [(1, scattered),
                                                (0, r"\gtid + 1 < n ==> pos[\gtid + 1] == pos[\gtid] + flags[\gtid]")]))


def a_radix_pass_writes_by_digit_and_rank(tools, folder):
    text, mistakes = infer(tools, folder, "reorder.cu", REORDER, "12,28,60", "44,100")
    if mistakes:
        return mistakes
    begin = r"(in[\gtid] >> shift) % 4 * gridDim.x + blockIdx.x"
    return missing(text, [
        (1, rf"\gtid < n ==> \pointer_index(offsets, {begin}, read)"),
        (1, rf"\gtid < n ==> \pointer_index(out, offsets[{begin}] + rank[\gtid], write)")])


def a_compaction_by_one_block_writes_behind_its_last_barrier(tools, folder):
    path = os.path.join(folder, "compact.cu")
    with open(path, "w", encoding="utf-8") as file:
        file.write(COMPACT)
    done = subprocess.run([tools.fencepost, "permissions", "--infer", path, "--sizes", "12,28,60", "--check-sizes", "44,100"],
                          capture_output=True, text=True, check=False, env=tools.environment())
    # At the exit the positions are in memory that no clause of the kernel can name.
    if done.returncode != 0 or "the annotations hold" not in done.stderr or done.stderr.count("is not explained") != 1:
        return [f"status {done.returncode}: {done.stderr}"]
    kept = r"tid < n && in[tid] > 0 ==> \pointer_index(out, pos[tid] - 1, write)"
    return missing(done.stdout, [
        (1, r"\pointer_index(out, threadIdx.x, write)"),
        (1, r"2 * d < blockDim.x ==> \pointer_index(out, tid, write)"),
        (1, "2 * d >= blockDim.x && " + kept)])


if __name__ == "__main__":
    sys.exit(run_tests([a_scatter_says_that_positions_are_prefix_sums, a_radix_pass_writes_by_digit_and_rank,
                        a_compaction_by_one_block_writes_behind_its_last_barrier], __doc__))
