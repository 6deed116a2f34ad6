#!/usr/bin/env python3
"""`fencepost permissions --infer` on kernels of textbooks: a bitonic sort, a convolution, a sparse product and a stencil of three
dimensions get the annotations that one would write by hand, and runs at other sizes hold against them."""

import sys

from harness import run_tests
from test_infer_tiles import infer, missing

BITONIC = """#include <cstdlib>
__global__ void bitonic_sort(int* values, int n) {
  extern __shared__ int s[];
  int tid = threadIdx.x;
  s[tid] = values[tid];
  __syncthreads();
  for (int k = 2; k <= n; k *= 2) {
    for (int j = k / 2; j > 0; j /= 2) {
      int partner = tid ^ j;
      if (partner > tid) {
        bool up = (tid & k) == 0;
        if ((s[tid] > s[partner]) == up) {
          int t = s[tid];
          s[tid] = s[partner];
          s[partner] = t;
        }
      }
      __syncthreads();
    }
  }
  values[tid] = s[tid];
}
int main(int, char** words) {
  int n = atoi(words[1]), *values;
  int* host = new int[n];
  for (int i = 0; i < n; ++i) host[i] = (i * 7919 + 13) % 101;
  cudaMalloc(&values, n * sizeof(int));
  cudaMemcpy(values, host, n * sizeof(int), cudaMemcpyHostToDevice);
  bitonic_sort<<<1, n, n * sizeof(int)>>>(values, n);
  cudaDeviceSynchronize();
  cudaFree(values);
  delete[] host;
}
"""

CONVOLUTION = """#include <cstdlib>
__constant__ float mask[9];
__global__ void convolve(const float* in, float* out, int n, int width) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i >= n) return;
  float sum = 0;
  int start = i - width / 2;
  for (int j = 0; j < width; ++j)
    if (start + j >= 0 && start + j < n) sum += in[start + j] * mask[j];
  out[i] = sum;
}
int main(int, char** words) {
  int n = atoi(words[1]), width = atoi(words[2]);
  float weights[9] = {1, 2, 3, 2, 1}, *in, *out;
  cudaMemcpyToSymbol(mask, weights, sizeof weights);
  cudaMalloc(&in, n * sizeof(float));
  cudaMemset(in, 0, n * sizeof(float));
  cudaMalloc(&out, n * sizeof(float));
  convolve<<<(n + 15) / 16, 16>>>(in, out, n, width);
  cudaDeviceSynchronize();
  cudaFree(in);
  cudaFree(out);
}
"""

SPARSE_PRODUCT = """#include <cstdlib>
__global__ void spmv(const int* rows, const int* columns, const float* values, const float* x, float* y, int n) {
  int row = blockIdx.x * blockDim.x + threadIdx.x;
  if (row < n) {
    float sum = 0;
    for (int j = rows[row]; j < rows[row + 1]; ++j) sum += values[j] * x[columns[j]];
    y[row] = sum;
  }
}
int main(int, char** words) {
  int n = atoi(words[1]);
  int *h = new int[n + 1], count = 0, *hc = new int[n * 4];
  for (int i = 0; i < n; ++i) {
    h[i] = count;
    for (int k = 0; k < 1 + i % 3; ++k) hc[count++] = (i * 5 + k * 7) % n;
  }
  h[n] = count;
  int *rows, *columns;
  float *values, *x, *y;
  cudaMalloc(&rows, (n + 1) * sizeof(int));
  cudaMemcpy(rows, h, (n + 1) * sizeof(int), cudaMemcpyHostToDevice);
  cudaMalloc(&columns, count * sizeof(int));
  cudaMemcpy(columns, hc, count * sizeof(int), cudaMemcpyHostToDevice);
  cudaMalloc(&values, count * sizeof(float));
  cudaMemset(values, 0, count * sizeof(float));
  cudaMalloc(&x, n * sizeof(float));
  cudaMemset(x, 0, n * sizeof(float));
  cudaMalloc(&y, n * sizeof(float));
  spmv<<<(n + 7) / 8, 8>>>(rows, columns, values, x, y, n);
  cudaDeviceSynchronize();
  cudaFree(rows);
  cudaFree(columns);
  cudaFree(values);
  cudaFree(x);
  cudaFree(y);
  delete[] h;
  delete[] hc;
}
"""

STENCIL = """#include <cstdlib>
__global__ void stencil(const float* in, float* out, int nx, int ny, int nz) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  int j = blockIdx.y * blockDim.y + threadIdx.y;
  int k = blockIdx.z * blockDim.z + threadIdx.z;
  if (i > 0 && i < nx - 1 && j > 0 && j < ny - 1 && k > 0 && k < nz - 1) {
    int c = (k * ny + j) * nx + i;
    out[c] = in[c - 1] + in[c + 1] + in[c - nx] + in[c + nx] + in[c - nx * ny] + in[c + nx * ny] - 6 * in[c];
  }
}
int main(int, char** words) {
  int n = atoi(words[1]);
  int nx = n, ny = n + 1, nz = n + 2;
  float *in, *out;
  cudaMalloc(&in, nx * ny * nz * sizeof(float));
  cudaMemset(in, 0, nx * ny * nz * sizeof(float));
  cudaMalloc(&out, nx * ny * nz * sizeof(float));
  dim3 block(4, 4, 2);
  dim3 grid((nx + 3) / 4, (ny + 3) / 4, (nz + 1) / 2);
  stencil<<<grid, block>>>(in, out, nx, ny, nz);
  cudaDeviceSynchronize();
  cudaFree(in);
  cudaFree(out);
}
"""

STENCIL_IN_A_TILE = """#include <cstdlib>
#define B 4
__global__ void stencil(const float* in, float* out, int n) {
  __shared__ float tile[B][B][B];
  int i = blockIdx.x * B + threadIdx.x;
  int j = blockIdx.y * B + threadIdx.y;
  int k = blockIdx.z * B + threadIdx.z;
  int tx = threadIdx.x, ty = threadIdx.y, tz = threadIdx.z;
  int c = (k * n + j) * n + i;
  if (i < n && j < n && k < n) tile[tz][ty][tx] = in[c];
  __syncthreads();
  if (i > 0 && i < n - 1 && j > 0 && j < n - 1 && k > 0 && k < n - 1) {
    float west = tx > 0 ? tile[tz][ty][tx - 1] : in[c - 1];
    float east = tx < B - 1 ? tile[tz][ty][tx + 1] : in[c + 1];
    float north = ty > 0 ? tile[tz][ty - 1][tx] : in[c - n];
    float south = ty < B - 1 ? tile[tz][ty + 1][tx] : in[c + n];
    float below = tz > 0 ? tile[tz - 1][ty][tx] : in[c - n * n];
    float above = tz < B - 1 ? tile[tz + 1][ty][tx] : in[c + n * n];
    out[c] = west + east + north + south + below + above - 6 * tile[tz][ty][tx];
  }
}
int main(int, char** words) {
  int n = atoi(words[1]);
  float *in, *out;
  cudaMalloc(&in, n * n * n * sizeof(float));
  cudaMemset(in, 0, n * n * n * sizeof(float));
  cudaMalloc(&out, n * n * n * sizeof(float));
  int blocks = (n + B - 1) / B;
  stencil<<<dim3(blocks, blocks, blocks), dim3(B, B, B)>>>(in, out, n);
  cudaDeviceSynchronize();
  cudaFree(in);
  cudaFree(out);
}
"""


def a_bitonic_sort_of_one_block(tools, folder):
    text, mistakes = infer(tools, folder, "bitonic.cu", BITONIC, "8,16", "64")
    if mistakes:
        return mistakes
    another_size, not_yet, sorted_all = "j / 2 <= 0 && 2 * k <= n && k > 0 && tid % (2 * k) < k", "j / 2 > 0", "j / 2 <= 0 && 2 * k > n"
    half = not_yet + " && tid % (2 * (j / 2)) < j / 2"
    return missing(text, [
        (1, r"tid % 2 < 1 ==> \pointer_index(s, tid + 1, write)"),
        (1, r"tid % (2 * j) < j ==> \pointer_index(s, tid, write)"),
        (1, r"tid % (2 * j) < j ==> \pointer_index(s, tid + j, write)"),
        (1, half + r" ==> \pointer_index(s, tid, write)"),
        (1, half + r" ==> \pointer_index(s, tid + j / 2, write)"),
        (1, another_size + r" ==> \pointer_index(s, tid, write)"),
        (1, another_size + r" ==> \pointer_index(s, tid + k, write)"),
        (1, sorted_all + r" ==> \pointer_index(s, tid, write)")])


def a_convolution_that_looks_for_the_border(tools, folder):
    text, mistakes = infer(tools, folder, "convolution.cu", CONVOLUTION, "20 3,40 5,53 5", "100 7")
    if mistakes:
        return mistakes
    at = r"\gtid - width / 2 + i"
    return missing(text, [
        (1, rf"\gtid < n ==> (\forall* int i; 0 <= i && i < width && {at} >= 0 && {at} < n; \pointer_index(in, {at}, read))"),
        (1, r"\gtid < n ==> \pointer_index(out, \gtid, write)")])


def a_sparse_product_by_rows(tools, folder):
    text, mistakes = infer(tools, folder, "spmv.cu", SPARSE_PRODUCT, "10,20,33", "50")
    if mistakes:
        return mistakes
    mistakes = missing(text, [
        (1, r"\gtid < n ==> \pointer_index(rows, \gtid, read)"),
        (1, r"\gtid < n ==> \pointer_index(rows, \gtid + 1, read)"),
        (1, r"\gtid < n ==> \pointer_index(y, \gtid, write)")] + [
        (1, rf"\gtid < n ==> (\forall* int i; rows[\gtid] <= i && i < rows[\gtid + 1]; \pointer_index({element}, read))")
        for element in ("columns, i", "values, i", "x, columns[i]")])
    # A clause reads what one before it gives.
    order = [text.find(f"pointer_index({array},") for array in ("rows", "columns", "x")]
    return mistakes if mistakes or order == sorted(order) else [f"the arrays' clauses come in another order: {text}"]


def a_stencil_of_three_dimensions(tools, folder):
    text, mistakes = infer(tools, folder, "stencil.cu", STENCIL, "5,8", "11")
    if mistakes:
        return mistakes
    i, j, k = (f"blockIdx.{d} * blockDim.{d} + threadIdx.{d}" for d in "xyz")
    inside = f"{i} > 0 && {i} < nx - 1 && {j} > 0 && {j} < ny - 1 && {k} > 0 && {k} < nz - 1"
    centre = f"(({k}) * ny + {j}) * nx + {i}"
    return missing(text, [(1, rf"{inside} ==> \pointer_index(out, {centre}, write)")] + [
        (1, rf"{inside} ==> \pointer_index(in, {centre}{by}, read)")
        for by in ("", " + 1", " - 1", " + nx", " - nx", " + nx * ny", " - nx * ny")])


def a_stencil_of_three_dimensions_with_a_tile(tools, folder):
    text, mistakes = infer(tools, folder, "tile.cu", STENCIL_IN_A_TILE, "6,8", "11")
    if mistakes:
        return mistakes
    inside = " && ".join(f"{i} > 0 && {i} < n - 1" for i in "ijk")
    return missing(text, [
        (1, "Perm(tile[tz][ty][tx], write)"),
        (1, rf"{inside} ==> \pointer_index(out, c, write)"),
        (1, rf"{inside} && tx > 0 ==> Perm(tile[tz][ty][tx - 1], 1\7)"),
        (1, rf"{inside} && tz < 3 ==> Perm(tile[tz + 1][ty][tx], 1\7)"),
        (1, rf"{inside} ==> Perm(tile[tz][ty][tx], 1\7)"),
        (1, rf"{inside} && tx <= 0 ==> \pointer_index(in, c - 1, read)")])


if __name__ == "__main__":
    sys.exit(run_tests([a_bitonic_sort_of_one_block, a_convolution_that_looks_for_the_border, a_sparse_product_by_rows,
                        a_stencil_of_three_dimensions,
                        a_stencil_of_three_dimensions_with_a_tile], __doc__))
