// Kernels for test_fuzz.py. What is wrong with most of them shows with few inputs only: a comment says which.
#include <cassert>
// n, as `idx > n` lets one thread too many through. Sizes of the arrays have to be known.
__global__ void guard(float* out, const float* in, int n) {
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i > n) return;
  out[i] = 2 * in[i];
}

// An element that is 0x1234.
__global__ void rare(const int* a, int* out, int n) {
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i >= n) return;
  if (a[i] == 0x1234) {
    out[0] = i;
  } else {
    out[i] = a[i];
  }
}

// Two equal elements: threads then count in the same bin.
__global__ void count(const unsigned char* a, int* bins, int n) {
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n) bins[a[i]] = bins[a[i]] + 1;
}

// Blocks of other than a multiple of 32 threads: the last, partial warp has no place for its sum.
__global__ void warps(const int* a, int* out) {
  __shared__ int sums[32];
  const int t = threadIdx.x, whole = blockDim.x / 32;
  if (t % 32 == 0) sums[t / 32] = a[t];
  __syncthreads();
  if (t < 32) {
    if (t >= whole && t < 32) sums[t] = 0;
  } else if (t == whole * 32) {
    out[1] = sums[whole];
  }
  if (t == 0) out[0] = sums[0];
}

// Which thread draws the last ticket first decides, as of two writers one is not in the order that all threads go.
__global__ void ticket(int* next, int* winner) {
  const int mine = atomicAdd(next, 1);
  if (mine == 0 && threadIdx.x != 0) winner[0] = 1;
  if (mine == 1) winner[0] = 2;
}

// More than 32 elements: the second warp adds to what the first has not written.
__global__ void tail(const float* a, float* out, int n) {
  __shared__ float s[1024];
  const int t = threadIdx.x;
  s[t] = t < n ? a[t] : 0.0f;
  __syncwarp();
  if (t == 0) {
    float sum = 0;
    for (int i = 0; i < n && i < static_cast<int>(blockDim.x); ++i) sum += s[i];
    out[0] = sum;
  }
}

// A mode that nobody uses.
__global__ void mode(int* out, int n, int which) {
  __shared__ int last;
  const int t = threadIdx.x;
  if (which == 77077) {
    if (t < n) last = t;
    __syncthreads();
  }
  if (t < n && blockIdx.x == 0) out[t] = t;
}

// An index from memory, in a shared array.
__global__ void gather(const int* index, int* out, int n) {
  __shared__ int table[64];
  const int t = threadIdx.x;
  if (t < 64) table[t] = t;
  __syncthreads();
  if (t < n && blockIdx.x == 0) out[t] = table[index[t]];
}

// Right.
__global__ void clean(const float* a, float* out, int n) {
  __shared__ float s[1024];
  const int t = threadIdx.x, i = blockIdx.x * blockDim.x + t;
  s[t] = i < n ? a[i] : 0.0f;
  __syncthreads();
  for (int step = 1; step < static_cast<int>(blockDim.x); step *= 2) {
    const float other = t >= step ? s[t - step] : 0.0f;
    __syncthreads();
    s[t] += other;
    __syncthreads();
  }
  if (i < n) out[i] = s[t];
}

// Does not end if n is a multiple of 3.
__global__ void hangs(volatile int* out, int n) {
  if (threadIdx.x != 0 || blockIdx.x != 0) return;
  while (n % 3 == 0) out[0] = out[0] + 1;
}

// The stack ends.
__device__ int deep(volatile int* a, int n) {
  if (n == 0) return a[0];
  volatile int here[1024];
  here[n % 1024] = n;
  return deep(a, n + 1) + here[n % 1024];
}
__global__ void crashes(int* out, int n) {
  if (threadIdx.x == 0 && n == 12) out[blockIdx.x] = deep(out, n);
}

// Numbers and an array in a struct.
struct Job {
  int rows, columns;
  float* cells;
};
__global__ void cells(Job job) {
  const int x = threadIdx.x, y = blockIdx.x;
  if (y < job.rows && x <= job.columns) job.cells[y * job.columns + x] = 1.0f;
}

// For blocks of 64 threads, as it says.
__global__ void sixty_four(const float* a, float* out, int n) {
  __shared__ float s[64];
  assert(blockDim.x == 64);
  s[threadIdx.x] = threadIdx.x < n ? a[threadIdx.x] : 0.0f;
  __syncthreads();
  if (threadIdx.x < n && blockIdx.x == 0) out[threadIdx.x] = s[63 - threadIdx.x];
}

// As `guard`, of rows.
__global__ void rows(const float* a, float* out, int width, int height) {
  const int x = blockIdx.x * blockDim.x + threadIdx.x, y = blockIdx.y * blockDim.y + threadIdx.y;
  if (x < width && y <= height) out[y * width + x] = a[y * width + x];
}

// No array for some n: that is no question of its size.
__global__ void no_array(const int* a, int* out, int n) {
  const int* const from = n % 8 == 3 ? nullptr : a;
  if (threadIdx.x == 0) out[0] = from[0];
}

// An element and a number that stand nowhere in the source: n is 77, the element 123456789. Who comes there, writes to the
// next one's place.
__global__ void equation(const int* a, int* out, int n) {
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i >= n) return;
  if (3 * n + 5 == 236 && a[i] - 7 * n == 123456250) {
    out[(i + 1) % n] = i + 1;
  } else {
    out[i] = 0;
  }
}

// As `guard`, of a kernel for warps that are rows.
__global__ void rows_of_warps(float* out, int n) {
  assert(blockDim.x == 32);
  const int row = blockIdx.x * blockDim.y + threadIdx.y;
  if (row > n) return;
  if (threadIdx.x == 0) out[row] = 1.0f;
}

// Lanes that leave are waited for: in any block, but that of a part of a warp says it by lanes that do not exist.
__global__ void leaves(const float* a, float* out, int n) {
  if (threadIdx.x >= n) return;
  const float other = __shfl_down_sync(0xffffffff, a[threadIdx.x], 1);
  if (blockIdx.x == 0) out[threadIdx.x] = other;
}

// Thread 2 draws the first ticket and thread 1 the second one: no single thread that comes first does that.
__global__ void podium(int* next, int* winner) {
  const int mine = atomicAdd(next, 1);
  if (mine == 0 && threadIdx.x == 2) winner[0] = 2;
  if (mine == 1 && threadIdx.x == 1) winner[0] = 1;
}
