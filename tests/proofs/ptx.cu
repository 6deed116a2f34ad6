// Inline PTX: what computes, what waits for lanes of the warp, as CUB's sums do, and what reads and writes.

__device__ int add_from_below(int value, int offset, unsigned mask) {
  int sum;
  asm volatile("{  .reg .s32 r0;  .reg .pred p;"
               "  shfl.sync.down.b32 r0|p, %1, %2, 0x1f, %3;"
               "  @p add.s32 r0, r0, %1;  mov.s32 %0, r0; }"
               : "=r"(sum) : "r"(value), "r"(offset), "r"(mask));
  return sum;
}

// PROVED
__global__ void sum_by_shuffles(const int* in, int* out) {
  __shared__ int of_warp[32];
  int sum = in[blockIdx.x * blockDim.x + threadIdx.x];
  for (int offset = 16; offset > 0; offset /= 2) sum = add_from_below(sum, offset, 0xffffffff);
  if (threadIdx.x % 32 == 0) of_warp[threadIdx.x / 32] = sum;
  __syncthreads();
  if (threadIdx.x == 0) out[blockIdx.x] = sum + of_warp[1];
}

// PROVE: false: of_warp: line +5 writes, line +6 reads
__global__ void sum_without_a_barrier(const int* in, int* out) {
  __shared__ int of_warp[32];
  int sum = in[blockIdx.x * blockDim.x + threadIdx.x];
  for (int offset = 16; offset > 0; offset /= 2) sum = add_from_below(sum, offset, 0xffffffff);
  if (threadIdx.x % 32 == 0) of_warp[threadIdx.x / 32] = sum;
  if (threadIdx.x == 0) out[blockIdx.x] = sum + of_warp[1];
}

// PROVE: false: wait at line 5: whom a thread waits for comes there
__global__ void half_of_the_mask(int* a) {
  int value = a[threadIdx.x];
  if (threadIdx.x % 32 < 16) value = add_from_below(value, 8, 0xffffffff);
  a[threadIdx.x] = value;
}

// PROVED
__global__ void half_with_its_mask(int* a) {
  int value = a[threadIdx.x];
  if (threadIdx.x % 32 < 16) value = add_from_below(value, 8, 0xffff);
  a[threadIdx.x] = value;
}

// PROVED
__global__ void votes_and_waits(int* a) {
  int votes;
  asm volatile("{ .reg .pred p; setp.ne.s32 p, %1, 0; vote.sync.ballot.b32 %0, p, 0xffffffff; }"
               : "=r"(votes) : "r"(a[threadIdx.x]));
  asm volatile("bar.warp.sync 0xffffffff;");
  a[threadIdx.x] = votes;
}

// A mask that is made in the statement, and a wait on a condition: by whom is not told.
// OBSTACLE: inline PTX that is not followed at line +3
__global__ void mask_of_its_own(int* a) {
  int got;
  asm volatile("{ .reg .b32 m; mov.b32 m, -1; shfl.sync.down.b32 %0, %1, 1, 0x1f, m; }" : "=r"(got) : "r"(a[0]));
  a[threadIdx.x] = got;
}

// OBSTACLE: inline PTX that is not followed at line +2
__global__ void waits_on_a_condition(int* a) {
  asm volatile("{ .reg .pred p; setp.ne.s32 p, %0, 0; @p bar.warp.sync 0xffffffff; }" ::"r"(a[threadIdx.x]));
}

// Lanes are threads of a block: of more than one.
// PROVE: warning: a: line +4 writes, by two threads
__global__ void lanes_below(int* a) {
  unsigned below;
  asm("mov.u32 %0, %%lanemask_lt;" : "=r"(below));
  a[0] = 1;
  if (below == 1) a[1] = 2;
}

// Rows of a block are parts of its warps.
// PROVED
__global__ void one_lane_of_each_warp(int* a) {
  unsigned lane;
  asm("mov.u32 %0, %%laneid;" : "=r"(lane));
  int number = threadIdx.y * blockDim.x + threadIdx.x;
  if (lane == 0) a[number / 32] = number;
}

// PROVE: false: a: line +5 writes, by two threads
__global__ void one_lane_of_each_row(int* a) {
  unsigned lane;
  asm("mov.u32 %0, %%laneid;" : "=r"(lane));
  int number = threadIdx.y * blockDim.x + threadIdx.x;
  if (lane == 0) a[threadIdx.y] = number;
}

// PROVED
__global__ void reads_and_writes(const int* in, int* out, int n) {
  int i = blockIdx.x * blockDim.x + threadIdx.x, x, y;
  if (2 * i + 1 >= n) return;
  asm volatile("ld.global.cg.v2.s32 {%0, %1}, [%2];" : "=r"(x), "=r"(y) : "l"(in + 2 * i));
  asm volatile("st.global.wb.s32 [%0], %1;" ::"l"(out + i), "r"(x + y) : "memory");
}

// Two numbers are written by each thread.
// PROVE: false: out: line +3 writes, by two threads, in two blocks
__global__ void writes_two(int* out) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  asm volatile("st.global.v2.s32 [%0], {%1, %1};" ::"l"(out + i + i % 2 * 2), "r"(i) : "memory");
}

// PROVE: false: a: line +4 reads, line +5 writes
__global__ void reads_the_neighbour(int* a) {
  int i = threadIdx.x, x;
  if (i + 1 >= blockDim.x) return;
  asm volatile("ld.volatile.global.s32 %0, [%1];" : "=r"(x) : "l"(a + i + 1));
  a[i] = x;
}

// What orders is not followed, nor what may have been merged.
// OBSTACLE: inline PTX that is not followed at line +3
__global__ void acquires(int* a) {
  int x;
  asm volatile("ld.acquire.gpu.global.s32 %0, [%1];" : "=r"(x) : "l"(a));
  a[threadIdx.x + 1] = x;
}

// OBSTACLE: inline PTX that is not followed at line +3
__global__ void may_be_merged(const int* in, int* a) {
  int x;
  asm("ld.global.nc.s32 %0, [%1];" : "=r"(x) : "l"(in));
  a[threadIdx.x] = x;
}

// As in CUB: for blocks of any form, of which this one has a row.
namespace cub {
inline namespace of_a_version {
struct Rows {
  static __device__ int number(int width, int height) { return (height == 1 ? 0 : threadIdx.y * width) + threadIdx.x; }
};
}  // namespace of_a_version
}  // namespace cub
namespace own {
__device__ int number(int width, int height) { return (height == 1 ? 0 : threadIdx.y * width) + threadIdx.x; }
}  // namespace own

// PROVED
__global__ void row_of_a_library(int* a) {
  int number = cub::Rows::number(64, 1);
  a[number] = number;
}

// PROVE: warning: a: line +4 writes, by two threads
__global__ void plane_of_a_library(int* a) {
  int number = cub::Rows::number(64, 2);

  a[number % 64] = 1;
}

// PROVE: warning: a: line +4 writes, by two threads
__global__ void row_of_its_own(int* a) {
  int number = own::number(64, 1);

  a[number] = number;
}
