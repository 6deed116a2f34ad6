// What barriers order, and whether all threads meet there.

// PROVED
__global__ void reduce_halving(const int* in, int* out, int n) {
  __shared__ int s[1024];
  int tid = threadIdx.x, i = blockIdx.x * blockDim.x + tid;
  s[tid] = i < n ? in[i] : 0;
  __syncthreads();
  for (int step = blockDim.x / 2; step > 0; step >>= 1) {
    if (tid < step) s[tid] += s[tid + step];
    __syncthreads();
  }
  if (tid == 0) out[blockIdx.x] = s[0];
}

// PROVED
__global__ void reduce_interleaved(const int* in, int* out) {
  __shared__ int s[1024];
  unsigned tid = threadIdx.x;
  s[tid] = in[blockIdx.x * blockDim.x + tid];
  for (unsigned step = 1; step < blockDim.x; step *= 2) {
    __syncthreads();
    if (tid % (2 * step) == 0) s[tid] += s[tid + step];
  }
  if (tid == 0) out[blockIdx.x] = s[0];
}

// PROVED
__global__ void reduce_strided(const int* in, int* out) {
  __shared__ int s[1024];
  int tid = threadIdx.x;
  s[tid] = in[blockIdx.x * blockDim.x + tid];
  __syncthreads();
  for (int step = 1; step < blockDim.x; step *= 2) {
    int index = 2 * step * tid;
    if (index < blockDim.x) s[index] += s[index + step];
    __syncthreads();
  }
  if (tid == 0) out[blockIdx.x] = s[0];
}

// PROVE: false: s: line +7 reads, line +7 writes
__global__ void reduce_without_barrier(const int* in, int* out) {
  __shared__ int s[1024];
  int tid = threadIdx.x;
  s[tid] = in[tid];
  __syncthreads();
  for (int step = blockDim.x / 2; step > 0; step >>= 1) {
    if (tid < step) s[tid] += s[tid + step];
  }
  if (tid == 0) out[0] = s[0];
}

// PROVED
__global__ void kogge_stone(const int* in, int* out, int n) {
  __shared__ int s[1024];
  int tid = threadIdx.x;
  s[tid] = in[tid];
  __syncthreads();
  for (int offset = 1; offset < blockDim.x; offset *= 2) {
    int x = 0;
    if (tid >= offset) x = s[tid - offset];
    __syncthreads();
    if (tid >= offset) s[tid] += x;
    __syncthreads();
  }
  out[tid] = s[tid];
}

// PROVE: false: s: line +8 reads, line +10 writes
__global__ void kogge_stone_without_first_barrier(const int* in, int* out) {
  __shared__ int s[1024];
  int tid = threadIdx.x;
  s[tid] = in[tid];
  __syncthreads();
  for (int offset = 1; offset < blockDim.x; offset *= 2) {
    int x = 0;
    if (tid >= offset) x = s[tid - offset];

    if (tid >= offset) s[tid] += x;
    __syncthreads();
  }
  out[tid] = s[tid];
}

// PROVED
__global__ void blelloch(float* out, const float* in, int n) {
  extern __shared__ float temp[];
  int t = threadIdx.x, offset = 1;
  temp[2 * t] = in[2 * t];
  temp[2 * t + 1] = in[2 * t + 1];
  for (int d = n >> 1; d > 0; d >>= 1) {
    __syncthreads();
    if (t < d) {
      int a = offset * (2 * t + 1) - 1, b = offset * (2 * t + 2) - 1;
      temp[b] += temp[a];
    }
    offset *= 2;
  }
  if (t == 0) temp[n - 1] = 0;
  for (int d = 1; d < n; d *= 2) {
    offset >>= 1;
    __syncthreads();
    if (t < d) {
      int a = offset * (2 * t + 1) - 1, b = offset * (2 * t + 2) - 1;
      float x = temp[a];
      temp[a] = temp[b];
      temp[b] += x;
    }
  }
  __syncthreads();
  out[2 * t] = temp[2 * t];
  out[2 * t + 1] = temp[2 * t + 1];
}

// PROVE: warning: barrier at line +2: all threads of a block meet there
__global__ void divergent(int* a, int n) {
  if (threadIdx.x < n) __syncthreads();
  a[threadIdx.x] = 1;
}

// PROVE: false: barrier at line +3: all threads of a block meet there
__global__ void two_barriers(int* a) {
  if (threadIdx.x % 2 == 0) {
    __syncthreads();
  } else {
    __syncthreads();
  }
  a[threadIdx.x] = 1;
}

// PROVED
__global__ void uniform_barrier(int* a, int n) {
  __shared__ int s[1024];
  s[threadIdx.x] = threadIdx.x;
  if (n > 3) __syncthreads();
  if (n > 3) a[threadIdx.x] = s[blockDim.x - 1 - threadIdx.x];
}

// PROVED
__global__ void rotate(int* a, int n) {
  int next = a[(threadIdx.x + 1) % blockDim.x];
  __syncthreads();
  a[threadIdx.x] = next;
}

// PROVE: false: a: line +2 reads, line +3 writes
__global__ void rotate_without_barrier(int* a, int n) {
  int next = a[(threadIdx.x + 1) % blockDim.x];
  a[threadIdx.x] = next;
}

// All come to the barrier, but thread 0 in iterations 0 and 2 and thread 1 in iterations 1 and 3: then both write a[1].
// PROVE: unknown: barrier at line +6: all threads of a block meet there
// PROVE: false: a: line +6 writes, line +7 writes
// PROVE: proved: a: line +5 writes, by two threads, assuming all threads of a block meet at its barriers, in the same iterations of loops
__global__ void other_iterations(int* a) {
  for (int j = 0; j < 4; ++j) {
    if ((j & 1) == (threadIdx.x & 1)) {
      __syncthreads();
      if (threadIdx.x == 0) a[j + 1] = 1;
      if (threadIdx.x == 1) a[j] = 2;
    }
  }
}
