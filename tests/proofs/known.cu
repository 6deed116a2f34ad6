// What is known of values: read from shared memory that nobody writes, compared with a number, called by a pointer.

// One thread takes work for its block. Of different blocks' work nothing is known.
// PROVE: proved: out: line +11 writes, by two threads
// PROVE: proved: barrier at line +6: all threads of a block meet there
// PROVE: proved: barrier at line +7: all threads of a block meet there
__global__ void takes_work(int* counter, int* out, int n) {
  __shared__ int next;
  while (true) {
    if (threadIdx.x == 0) next = atomicAdd(counter, 1);
    __syncthreads();
    const int mine = next;
    __syncthreads();
    if (mine >= n) break;
    out[mine * blockDim.x + threadIdx.x] = mine;
  }
}

// Without the second barrier not all may read the same; and yet a thread's number is in the place that it writes.
// PROVE: false: next: line +5 writes, line +7 reads
// PROVE: proved: out: line +8 writes, by two threads, assuming all threads of a block meet at its barriers, in the same iterations of loops
__global__ void takes_work_too_early(int* counter, int* out, int n) {
  __shared__ int next;
  while (true) {
    if (threadIdx.x == 0) next = atomicAdd(counter, 1);
    __syncthreads();
    const int mine = next;
    if (mine >= n) break;
    out[mine * blockDim.x + threadIdx.x] = mine;
  }
}

// What differs from thread to thread, too, may be the same for two.
// PROVE: false: out: line +5 writes, by two threads
__global__ void reads_own_element(int* out, const int* in) {
  __shared__ int places[1024];
  places[threadIdx.x] = in[threadIdx.x];
  __syncthreads();
  out[places[threadIdx.x]] = threadIdx.x;
}

// PROVED
__global__ void of_one_size(int* a, int n) {
  if (n != 32) return;
  const int i = threadIdx.x;
  a[(i & (n - 1)) + i / n * n] = i;
}

// PROVE: false: a: line +3 writes, by two threads
__global__ void of_any_size(int* a, int n) {
  if (n == 1024) a[1024] = n;
  a[threadIdx.x & (n - 1)] = threadIdx.x;
}

// PROVED
__global__ void turns_digits(int* a) {
  const unsigned i = threadIdx.x;
  a[(i & 1008) >> 4 | (i & 15) << 6] = i;
}

// PROVE: unknown: a: line +3 writes, by two threads
__global__ void mixes_digits(int* a) {
  const unsigned i = threadIdx.x;
  a[(i & 1008) >> 4 | (i & 15) << 5] = i;
}

// A position that is wrapped around once: no thread comes to one that overflows.
// PROVED
__global__ void shifted_row(float* out, int shift, int height) {
  const int y = threadIdx.y, x = threadIdx.x;
  int row = y - shift;
  if (row < 0) row += 2048;
  if (y < height) out[row * 2048 + x] = 1;
}

// ASSUME: blockDim.y == 1 && blockDim.z == 1
// PROVED
__global__ void first_warp(int* a) {
  if (threadIdx.x / 32 == 0) a[threadIdx.x] = __shfl_up_sync(0xffffffff, a[threadIdx.x], 1);
}

// PROVED
__global__ void lane_of_warp(int* a) {
  unsigned lane;
  asm("mov.u32 %0, %%laneid;" : "=r"(lane));
  a[threadIdx.x / 32 * 32 + lane] = 1;
}

// PROVE: false: a: line +4 writes, by two threads
__global__ void lane_alone(int* a) {
  unsigned lane;
  asm("mov.u32 %0, %%laneid;" : "=r"(lane));
  a[lane] = threadIdx.x;
}

// PROVE: false: a: line +6 writes, by two threads
__global__ void lane_of_two_dimensions(int* a) {
  unsigned lane, row;
  asm("mov.u32 %0, %%laneid;" : "=r"(lane));
  asm("mov.u32 %0, %%tid.y;" : "=r"(row));
  if (row == 7 && lane == 40) a[lane] = threadIdx.x;
  if (row < 4) a[row + 32 * lane] = threadIdx.x;
}

__device__ int twice(int x) { return 2 * x; }
__device__ int half(int x) { return x / 2; }
__device__ int (*const functions[2])(int) = {twice, half};

// PROVED
__global__ void calls_by_pointer(int* a, int which) {
  a[threadIdx.x] = functions[which & 1](threadIdx.x);
}

__device__ void to_own(int* a);
__device__ void to_first(int* a);
__device__ void (*const writers[2])(int*) = {to_own, to_first};

// PROVE: false: a: line +5 writes, by two threads
__global__ void writes_by_pointer(int* a, int which) {
  writers[which & 1](a);
}
__device__ void to_own(int* a) { a[threadIdx.x] = 1; }
__device__ void to_first(int* a) { a[0] = threadIdx.x; }

// OBSTACLE: a call by a pointer at line +2
__global__ void calls_what_it_is_given(int* a, short (*function)(int, short)) {
  a[threadIdx.x] = function(1, 2);
}

// An unsigned parameter is not negative: what is added to it is behind it, if the sum does not wrap around.
// PROVE: proved: y: line +4 reads, line +5 writes, assuming sums and products of unsigned integers, and what is converted to 32 bits, do not exceed their type
// PROVED
__global__ void behind_what_is_read(unsigned n, float* y) {
  float sum = 0;
  for (int j = 1; j <= n; j++) sum += y[j];
  y[threadIdx.x + n + 1] = sum;
}

// What one thread takes is its block's alone.
// PROVE: proved: out: line +6 writes, by two threads, in two blocks
// PROVE: proved: out: line +5 writes, by two threads, in two blocks, assuming what a block reads of its shared memory it has written
__global__ void takes_a_row(int* counter, int* out, unsigned n) {
  __shared__ int row;
  if (threadIdx.x == 0) row = atomicAdd(counter, 1);
  __syncthreads();
  if (threadIdx.x < n) out[size_t{n} * row + threadIdx.x] = blockIdx.x;
}

// In 32 bits the second row is behind the first one's begin for n = 2^32 - 1.
// PROVE: false: out: line +5 writes, by two threads, in two blocks
__global__ void takes_a_row_of_32_bits(int* counter, int* out, unsigned n) {
  __shared__ int row;
  if (threadIdx.x == 0) row = atomicAdd(counter, 1);
  __syncthreads();
  if (threadIdx.x < n) out[row * n + threadIdx.x] = blockIdx.x;
}

// It is not where another number may be in its place.
// PROVE: false: out: line +6 writes, by two threads, in two blocks
__global__ void takes_a_row_or_the_first(int* counter, int* out, int n) {
  __shared__ int row;
  if (threadIdx.x == 0) row = atomicAdd(counter, 1);
  if (threadIdx.x == 0 && n > 0) row = 0;
  __syncthreads();
  if (threadIdx.x < n) out[row * n + threadIdx.x] = blockIdx.x;
}
