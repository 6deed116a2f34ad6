#!/usr/bin/env python3
"""`fencepost permissions --infer` begins with what the source says: kernels with tiles and halos get the annotations that one
would write by hand, and runs at other sizes hold against them."""

import os
import re
import subprocess
import sys

from harness import run_tests

TRANSPOSE = """#include <cstdlib>
__global__ void transpose(const int* in, int* out, int n) {
  __shared__ int tile[8][9];
  int x = blockIdx.x * 8 + threadIdx.x, y = blockIdx.y * 8 + threadIdx.y;
  tile[threadIdx.y][threadIdx.x] = in[y * n + x];
  __syncthreads();
  int u = blockIdx.y * 8 + threadIdx.x, v = blockIdx.x * 8 + threadIdx.y;
  out[v * n + u] = tile[threadIdx.x][threadIdx.y];
}
int main(int, char** words) {
  int n = atoi(words[1]), *in, *out;
  cudaMalloc(&in, n * n * sizeof(int));
  cudaMemset(in, 0, n * n * sizeof(int));
  cudaMalloc(&out, n * n * sizeof(int));
  transpose<<<dim3(n / 8, n / 8), dim3(8, 8)>>>(in, out, n);
  cudaDeviceSynchronize();
  cudaFree(in);
  cudaFree(out);
}
"""

PRODUCT = """#include <cstdlib>
__global__ void product(const float* a, const float* b, float* c, int n) {
  __shared__ float left[8][8], right[8][8];
  int row = blockIdx.y * 8 + threadIdx.y, column = blockIdx.x * 8 + threadIdx.x;
  float sum = 0;
  for (int tile = 0; tile < n; tile += 8) {
    left[threadIdx.y][threadIdx.x] = a[row * n + tile + threadIdx.x];
    right[threadIdx.y][threadIdx.x] = b[(tile + threadIdx.y) * n + column];
    __syncthreads();
    for (int k = 0; k < 8; ++k) sum += left[threadIdx.y][k] * right[k][threadIdx.x];
    __syncthreads();
  }
  c[row * n + column] = sum;
}
int main(int, char** words) {
  int n = atoi(words[1]);
  float *a, *b, *c;
  for (float** array : {&a, &b, &c}) {
    cudaMalloc(array, n * n * sizeof(float));
    cudaMemset(*array, 0, n * n * sizeof(float));
  }
  product<<<dim3(n / 8, n / 8), dim3(8, 8)>>>(a, b, c, n);
  cudaDeviceSynchronize();
  for (float* array : {a, b, c}) cudaFree(array);
}
"""

STENCIL = """#include <cstdlib>
__global__ void stencil(const int* in, int* out, int n) {
  __shared__ int tile[256 + 4];
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  int at = threadIdx.x + 2;
  tile[at] = i < n ? in[i] : 0;
  if (threadIdx.x < 2) {
    tile[at - 2] = i >= 2 ? in[i - 2] : 0;
    tile[at + blockDim.x] = i + blockDim.x < n ? in[i + blockDim.x] : 0;
  }
  __syncthreads();
  int sum = 0;
  for (int k = -2; k <= 2; ++k) sum += tile[at + k];
  if (i < n) out[i] = sum;
}
int main(int, char** words) {
  int n = atoi(words[1]), block = atoi(words[2]), *in, *out;
  cudaMalloc(&in, n * sizeof(int));
  cudaMemset(in, 0, n * sizeof(int));
  cudaMalloc(&out, n * sizeof(int));
  stencil<<<(n + block - 1) / block, block>>>(in, out, n);
  cudaDeviceSynchronize();
  cudaFree(in);
  cudaFree(out);
}
"""


def infer(tools, folder, name, source, sizes, check_sizes):
    """(the annotated source, what was told); or the mistakes, which are a list."""
    path = os.path.join(folder, name)
    with open(path, "w", encoding="utf-8") as file:
        file.write(source)
    done = subprocess.run([tools.fencepost, "permissions", "--infer", path, "--sizes", sizes, "--check-sizes", check_sizes],
                          capture_output=True, text=True, check=False, env=tools.environment())
    if done.returncode != 0 or "the annotations hold" not in done.stderr or "not covered" in done.stderr:
        return None, [f"status {done.returncode}: {done.stderr}"]
    if "is not explained" in done.stderr:
        return None, [f"not all is explained: {done.stderr}"]
    return done.stdout, []


def missing(text, clauses):
    """Of `clauses`: (how often, the clause)."""
    lines = [re.sub(r"^(requires|ensures|context) |;$", "", line.strip()) for line in text.splitlines()]
    return [f"{lines.count(clause)} times, not {times}: {clause}" for times, clause in clauses
            if lines.count(clause) != times] + ([text] if any(lines.count(c) != t for t, c in clauses) else [])


def a_transposed_tile_in_blocks_of_two_dimensions(tools, folder):
    text, mistakes = infer(tools, folder, "transpose.cu", TRANSPOSE, "16,24", "32,40")
    if mistakes:
        return mistakes
    # At the kernel and at the barrier.
    return missing(text, [
        (2, "Perm(tile[threadIdx.y][threadIdx.x], write)"),
        (2, "Perm(tile[threadIdx.x][threadIdx.y], write)"),
        (1, r"\pointer_index(in, y * n + x, read)"),
        (1, r"\pointer_index(in, (8 * blockIdx.y + threadIdx.y) * n + 8 * blockIdx.x + threadIdx.x, read)"),
        (2, r"\pointer_index(out, (8 * blockIdx.x + threadIdx.y) * n + 8 * blockIdx.y + threadIdx.x, write)")])


def a_stencil_with_a_halo(tools, folder):
    text, mistakes = infer(tools, folder, "stencil.cu", STENCIL, "32 8,72 16,101 32", "130 64")
    if mistakes:
        return mistakes
    return missing(text, [
        (1, r"i < n ==> \pointer_index(in, i, read)"),
        (1, r"threadIdx.x < 2 && i >= 2 ==> \pointer_index(in, i - 2, read)"),
        (1, r"threadIdx.x < 2 && i + blockDim.x < n ==> \pointer_index(in, i + blockDim.x, read)"),
        (1, r"i < n ==> \pointer_index(out, i, write)"),
        (1, r"\pointer_index(tile, at, write)"),
        (2, r"threadIdx.x < 2 ==> \pointer_index(tile, threadIdx.x, write)"),
        (1, r"threadIdx.x < 2 ==> \pointer_index(tile, at + blockDim.x, write)"),
        # Five threads read an element, or fewer at the ends.
        (1, r"(\forall* int i; -2 <= i && i < 3; \pointer_index(tile, threadIdx.x + 2 + i, 1\5))"),
        (1, r"(\forall* int j; -2 <= j && j < 3; \pointer_index(tile, at + j, 1\5))")])


def a_matrix_product_in_tiles(tools, folder):
    text, mistakes = infer(tools, folder, "product.cu", PRODUCT, "16,24", "32")
    if mistakes:
        return mistakes
    a_row = r"(\forall* int i; 0 <= i && i < (n + 7) / 8; \pointer_index(a, row * n + 8 * i + threadIdx.x, read))"
    # At the kernel, the loop and both sides of two barriers; at the barriers in front of and behind a product.
    return missing(text.replace("loop_invariant", "context"), [
        (3, a_row),
        (3, r"\pointer_index(c, row * n + column, write)"),
        (4, "Perm(left[threadIdx.y][threadIdx.x], write)"),
        (2, r"(\forall* int i; 0 <= i && i < 8; Perm(left[threadIdx.y][i], 1\8))"),
        (2, r"(\forall* int i; 0 <= i && i < 8; Perm(right[i][threadIdx.x], 1\8))")])


if __name__ == "__main__":
    sys.exit(run_tests([a_transposed_tile_in_blocks_of_two_dimensions, a_stencil_with_a_halo, a_matrix_product_in_tiles],
                       __doc__))
