// What is computed, by whom, and what follows from it: on a condition, by divisions, by bits, in unsigned arithmetic.
#include <cstdio>

// The sum overflows only where it is not computed.
// PROVE: false: a: line +3 writes, by two threads
__global__ void sum_on_condition(int* a, int m) {
  int y = m < 1000 ? m + 2147480000 : 0;
  if (m == 5000) a[y] = threadIdx.x;
}

// PROVE: false: a: line +4 writes, by two threads
__global__ void product_on_condition(int* a, int m) {
  int y = 0;
  if (m < 1000) y = m * 2147480;
  a[m == 5000 ? y : threadIdx.x] = threadIdx.x;
}

// Where it is computed it does not overflow.
// PROVED
__global__ void sum_without_condition(int* a, int m) {
  int y = m + 2147480000;
  if (m == 5000) a[y] = threadIdx.x;
}

// Without threadIdx a block is one thread, also in the run that confirms.
// PROVE: proved: a: line +7 writes, line +8 writes
// PROVE: proved: a: line +6 writes, by two threads, in two blocks
// PROVE: false: a: line +5 writes, line +6 writes, in two blocks
// PROVE: unknown: b: line +6 writes, by two threads, in two blocks
__global__ void one_thread_a_block(int* a, int* b, const int* p, int n, unsigned seed) {
  int i = blockIdx.x;
  if (i >= n) return;
  a[i * n + seed % 4] = 1;
  a[i * n] = 2;
  if (p[i] == 1234567 && p[i + 1] == 7654321) b[0] = i;
}

// PROVE: false: a: line +3 writes, by two threads
__global__ void tells(int* a, int n) {
  for (int i = 0; i < n; ++i) printf("%s%d\n", (i & 1) != 0 ? "+" : "-", i);
  a[0] = threadIdx.x;
}

// PROVED
__global__ void by_signed_width(int* a, int w) {
  const int i = threadIdx.x;
  if (w == 0) return;
  a[i / w * w + i % w] = i;
}

// PROVED
__global__ void rows_and_columns(float* a, int rows, int columns) {
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i >= rows * columns) return;
  const int row = i / columns, column = i % columns;
  a[row * columns + column] += 1;
}

// PROVE: false: a: line +3 writes, by two threads
__global__ void by_column(int* a, int w) {
  const int i = threadIdx.x;
  a[i % w] = i;
}

// PROVE: proved: a: line +5 writes, by two threads, in two blocks, assuming nothing is divided by 0
__global__ void scrambled(int* a, unsigned n, unsigned seed) {
  unsigned b = blockIdx.x, state = seed ^ b;
  state ^= state << 13;
  state ^= state >> 17;
  a[b * n + state % n] = 1;
}

// Of a stride that is no power of two.
// PROVE: false: a: line +4 writes, by two threads
__global__ void butterflies(int* a, int stride) {
  const int t = threadIdx.x, low = t & (stride - 1);
  const int i = ((t - low) << 1) + low;
  a[i] = t;
  a[i + stride] = -t;
}

// ASSUME: is_power_of_two(stride)
// PROVED
__global__ void butterflies_of_powers(int* a, int stride) {
  const int t = threadIdx.x, low = t & (stride - 1);
  const int i = ((t - low) << 1) + low;
  a[i] = t;
  a[i + stride] = -t;
}

// PROVE: proved: a: line +6 writes, by two threads, assuming sums and products of unsigned integers, and what is converted to 32 bits, do not exceed their type
__global__ void large_steps(float* a) {
  const unsigned threads = blockDim.x;
  const int first = blockIdx.x * threads * 8 + threadIdx.x;
  const int step = gridDim.x * threads * 8;
  for (int k = 0; k < 4; ++k) {
    a[first + k * step] = 1;
  }
}

// PROVE: false: a: line +4 reads, line +4 writes
// PROVE: false: a: line +3 writes, by two threads
__global__ void adds_in_place(float* a, const float* b, int n) {
  const int i = threadIdx.x;
  a[i % 8] += b[i];
}

// What does not change in a loop that may end at once, by the first of two conditions.
// PROVE: false: a: line +7 writes, by two threads
__global__ void sum_in_a_loop(int* a, int n, int m) {
  const int t = threadIdx.x;
  int j = 0;
  for (; j < m; ++j) {
    if (j == n + 2147483000) break;
  }
  a[j == 0 && n == 5000 ? 0 : t] = t;
}

// PROVE: false: a: line +5 writes, by two threads
__global__ void sum_in_a_loops_condition(int* a, int n, int m) {
  const int t = threadIdx.x;
  int j = 0;
  while (j < m && j < n + 2147483000) ++j;
  a[j == 0 && n == 5000 ? 0 : t] = t;
}
