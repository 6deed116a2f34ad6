// Operations that wait for other lanes of a warp, and other ways to leave a block's barrier alone.
#include <cooperative_groups.h>

// PROVED
__global__ void reduce_by_shuffles(const int* in, int* out) {
  __shared__ int of_warp[32];
  int sum = in[blockIdx.x * blockDim.x + threadIdx.x];
  for (int offset = 16; offset > 0; offset /= 2) sum += __shfl_down_sync(0xffffffff, sum, offset);
  if (threadIdx.x % 32 == 0) of_warp[threadIdx.x / 32] = sum;
  __syncthreads();
  if (threadIdx.x < 32) {
    sum = threadIdx.x < blockDim.x / 32 ? of_warp[threadIdx.x] : 0;
    for (int offset = 16; offset > 0; offset /= 2) sum += __shfl_down_sync(0xffffffff, sum, offset);
    if (threadIdx.x == 0) out[blockIdx.x] = sum;
  }
}

// Each warp has rows of its own, and goes round as often as there are.
// PROVED
__global__ void rows_by_warps(const float* in, float* out, int rows, int width) {
  int lane = threadIdx.x % 32;
  for (int row = threadIdx.x / 32; row < rows; row += 32) {
    float sum = 0;
    for (int i = lane; i < width; i += 32) sum += in[row * width + i];
    sum += __shfl_xor_sync(0xffffffff, sum, 16);
    __syncwarp();
    if (threadIdx.x == 0) out[0] = sum;
  }
}

// PROVED
__global__ void half_a_warp(int* a) {
  int value = threadIdx.x;
  if (threadIdx.x % 32 < 16) value = __shfl_xor_sync(0xffff, value, 1);
  __syncthreads();
  a[threadIdx.x] = value;
}

// PROVE: false: wait at line +4: whom a thread waits for comes there
__global__ void other_half(int* a) {
  int value = threadIdx.x;
  if (threadIdx.x % 32 < 16) {
    value = __shfl_xor_sync(0xffffffff, value, 1);
  }
  __syncthreads();
  a[threadIdx.x] = value;
}

// Lanes go round as often as each wants to.
// PROVE: unknown: wait at line +3: whom a thread waits for comes there
__global__ void each_lane_on_its_own(int* a, int n) {
  int sum = 0;
  for (int i = threadIdx.x; i < n; i += 48) sum += __shfl_xor_sync(0xffffffff, i, 1);
  a[threadIdx.x] = sum;
}

// PROVE: unknown: wait at line +3: whom a thread waits for comes there
__global__ void mask_of_who_is_there(int* a, int n) {
  unsigned mask = __ballot_sync(0xffffffff, a[threadIdx.x] > n);
  if (a[threadIdx.x] > n) a[threadIdx.x] = __shfl_sync(mask, n, 0);
}

// A vote's result is one for the warp.
// PROVED
__global__ void while_any(int* a) {
  int left = threadIdx.x;
  while (__any_sync(0xffffffff, left > 0)) left -= 1;
  a[threadIdx.x] = left;
}

// OBSTACLE: inline PTX that is not followed at line +2
__global__ void leaves_before(int* a) {
  if (threadIdx.x == 5) asm volatile("exit;");
  __syncthreads();
  a[threadIdx.x] = 1;
}

// OBSTACLE: inline PTX that is not followed at line +3
__global__ void named_barrier(int* a) {
  a[threadIdx.x] = 1;
  asm volatile("bar.sync 1, 64;");
  a[threadIdx.x] = 2;
}

// PROVE: false: a: line +6 writes, by two threads
__global__ void asks_who_it_is(int* a) {
  int tid;
  int one;
  asm("mov.u32 %0, %%tid.x;" : "=r"(tid));
  asm("add.s32 %0, %1, 1;" : "=r"(one) : "r"(tid));
  a[0] = one;
}

// PROVED
__global__ void computes_in_ptx(int* a, int x) {
  int one;
  asm("{ .reg .s32 t; add.s32 t, %1, 1; mov.b32 %0, t; }" : "=r"(one) : "r"(x));
  a[threadIdx.x] = one;
}

// PROVE: unknown: wait at line +3: whom a thread waits for comes there
__global__ void barrier_of_the_grid(int* a) {
  a[threadIdx.x] = 1;
  cooperative_groups::this_grid().sync();
  a[threadIdx.x] = 2;
}

// Nothing reads threadIdx, but who waits is not alone.
// PROVE: warning: a: line +4 writes, by two threads
__global__ void same_for_all(int* a) {
  __syncthreads();

  a[0] = 1;
}

// OBSTACLE: a call of fencepost_surface_write, which is not followed at line +2
__global__ void writes_a_surface(cudaSurfaceObject_t surface) {
  surf2Dwrite(1.0f, surface, 4, 0);
}

// ASSUME: blockDim.x == 2048
// REFUSED: no launch of too_large that a device allows meets it
__global__ void too_large(int* a) {
  a[0] = threadIdx.x;
}

// ASSUME: blockDim.x == 16 && blockDim.y == 16
// PROVED
__global__ void as_large_as_its_tile(const float* in, float* out) {
  __shared__ float tile[16][17];
  tile[threadIdx.y][threadIdx.x] = in[16 * threadIdx.y + threadIdx.x];
  __syncthreads();
  out[16 * threadIdx.y + threadIdx.x] = tile[threadIdx.x][threadIdx.y];
}

// ASSUME: blockDim.x == 64 && blockDim.y == 2
// PROVE: false: out: line +2 writes, by two threads
__global__ void larger_than_its_tile(int* out) {
  out[16 * threadIdx.y + threadIdx.x] = threadIdx.x;
}

// The halves of a warp vote apart, and go round as often as each votes.
// PROVE: unknown: wait at line +6: whom a thread waits for comes there
__global__ void halves_vote(int* a) {
  unsigned mask = threadIdx.x % 32 < 16 ? 0xffff : 0xffff0000;
  int left = threadIdx.x;
  while (__any_sync(mask, left > 0)) {
    left -= 1;
    __syncwarp();
  }
  a[threadIdx.x] = left;
}

// In the interval that begins in a loop, the inner loop before the barrier and the one behind it are two.
// PROVE: unknown: wait at line +4: whom a thread waits for comes there
__global__ void lanes_in_inner_loops(int* a, int n) {
  for (int round = 0; round < n; ++round) {
    for (int i = threadIdx.x; i < n; i += 48) {
      __syncwarp();
      a[threadIdx.x] += 1;
    }
    __syncthreads();
  }
}

// PROVED
__global__ void calls_the_library(float* a) {
  int exponent;
  a[threadIdx.x] = expf(a[threadIdx.x]) + frexpf(a[threadIdx.x], &exponent);
}

// Lane 4 is not named.
// PROVE: false: wait at line +3: whom a thread waits for comes there
__global__ void not_named(int* a) {
  a[threadIdx.x] = 1;
  __syncwarp(0xF);
}

// PROVED
__global__ void named(int* a) {
  if (threadIdx.x % 32 < 4) __syncwarp(0xF);
  a[threadIdx.x] = 1;
}

// In a block of less than a warp lanes read from others that do not exist: an error of its own, and no question.
// PROVE: false: sums: line +6 writes, line +7 reads
// PROVE: proved: wait at line +4: whom a thread waits for comes there
__global__ void sum_of_warp(int* a) {
  __shared__ int sums[32];
  int x = a[threadIdx.x];
  for (int o = 16; o > 0; o /= 2) x += __shfl_xor_sync(~0u, x, o);
  if (threadIdx.x % 32 == 0) sums[threadIdx.x / 32] = x;
  a[threadIdx.x] = sums[0];
}

// Lanes go round the first loop as often as each wants to, but all come out of it.
// PROVED
__global__ void sum_of_many(const int* in, int* out, int n) {
  int sum = 0;
  for (int i = blockIdx.x * blockDim.x + threadIdx.x; i < n; i += gridDim.x * blockDim.x) sum += in[i];
  for (int offset = 16; offset > 0; offset /= 2) sum += __shfl_down_sync(0xffffffff, sum, offset);
  if (threadIdx.x % 32 == 0) atomicAdd(out, sum);
}

// PROVE: false: wait at line +7: whom a thread waits for comes there
__global__ void goes_out_elsewhere(const int* in, int* out, int n) {
  int sum = 0;
  for (int i = threadIdx.x; i < n; i += blockDim.x) {
    if (i == 5) goto behind;
    sum += in[i];
  }
  sum += __shfl_down_sync(0xffffffff, sum, 1);
behind:
  __syncthreads();
  out[threadIdx.x] = sum;
}

// Threads of several rows are a warp's.
// PROVED
__global__ void first_warp_of_rows(int* out) {
  int thread = threadIdx.y * blockDim.x + threadIdx.x;
  if (thread / 32 == 0) thread += __shfl_xor_sync(0xffffffff, thread, 1);
  __syncthreads();
  atomicAdd(out, thread);
}

// PROVE: false: wait at line +3: whom a thread waits for comes there
__global__ void first_warp_of_each_row(int* out) {
  int thread = threadIdx.y * blockDim.x + threadIdx.x;
  if (threadIdx.x < 32) thread += __shfl_xor_sync(0xffffffff, thread, 1);
  __syncthreads();
  atomicAdd(out, thread);
}
