// Exclusive ors that pair threads, powers of two that are doubled, and counters of atomic additions.

// PROVED
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

// Of j == 2^31 twice as much is 0: a loop without a barrier.
// PROVED
// PROVE: proved: s: line +8 reads, line +8 writes, assuming sums and products of unsigned integers, and what is converted to 32 bits, do not exceed their type
__global__ void bitonic_merge(int* values, unsigned n) {
  extern __shared__ int s[];
  unsigned tid = threadIdx.x;
  for (unsigned k = 2; k <= n; k <<= 1) {
    for (unsigned j = k >> 1; j > 0; j >>= 1) {
      unsigned partner = tid ^ j;
      if (partner > tid) {
        int low = min(s[tid], s[partner]); s[partner] = max(s[tid], s[partner]); s[tid] = low;
      }
      __syncthreads();
    }
  }
}

// Whatever j is.
// PROVED
__global__ void bitonic_step(int* values, int j, int k) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  int partner = i ^ j;
  if (partner > i) {
    if ((i & k) == 0 && values[i] > values[partner]) {
      int t = values[i];
      values[i] = values[partner];
      values[partner] = t;
    }
    if ((i & k) != 0 && values[i] < values[partner]) {
      int t = values[i];
      values[i] = values[partner];
      values[partner] = t;
    }
  }
}

// Both of a pair.
// PROVE: false: values: line +4 reads, line +4 writes
__global__ void both_of_a_pair(int* values, int j) {
  int i = threadIdx.x;
  int partner = i ^ j;
  if (partner != i) values[i] = values[partner];
}

// The pairs of two steps: j = 3, say, has thread 0 and thread 2 write element 3. Z3 is not told what such a number is; in
// a block of many threads it happens.
// PROVE: false: values: line +3 writes, line +4 writes
__global__ void two_steps(int* values, int j) {
  int i = threadIdx.x;
  if ((i ^ j) > i) values[i ^ j] = i;
  if ((i ^ 1) > i) values[i ^ 1] = i;
}

// PROVED
// PROVE: proved: out: line +3 writes, by two threads, in two blocks, assuming no counter of atomic additions comes to the same number twice
__global__ void compaction(const int* in, int n, int* out, int* count) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n && in[i] > 0) out[atomicAdd(count, 1)] = in[i];
}

// PROVE: proved: out: line +7 writes, by two threads, assuming no counter of atomic additions comes to the same number twice
// PROVE: warning: out: line +6 writes, by two threads, in two blocks
__global__ void compaction_by_blocks(const int* in, int* out, int* kept) {
  __shared__ int count;
  if (threadIdx.x == 0) count = 0;
  __syncthreads();
  if (in[threadIdx.x] > 0) {
    out[atomicAdd(&count, 1)] = in[threadIdx.x];
  }
  __syncthreads();
  if (threadIdx.x == 0) kept[blockIdx.x] = count;
}

// The counter begins anew in an interval of its own; what came of the last one may be used in it.
// PROVE: warning: out: line +11 writes, by two threads
__global__ void counted_before(const int* in, int* out) {
  __shared__ int count;
  int at = 0;
  for (int round = 0; round < 2; ++round) {
    __syncthreads();
    if (threadIdx.x == 0) count = 0;
    __syncthreads();
    if (in[threadIdx.x] == round) at = atomicAdd(&count, 1);
    __syncthreads();
  }
  out[at] = 1;
}

// Steps of two sizes: 0 + 2 and then 2 are the same.
// PROVE: warning: out: line +3 writes, by two threads
__global__ void steps_of_two_sizes(const int* in, int* out, int* count) {
  int i = threadIdx.x;
  out[in[i] > 0 ? atomicAdd(count, 1) + 1 : atomicAdd(count, 2)] = 1;
}

// PROVE: unknown: out: line +3 writes, by two threads
__global__ void counter_that_is_reset(const int* in, int* out, int* count) {
  if (in[threadIdx.x] < 0) atomicExch(count, 0);
  out[atomicAdd(count, 1)] = 1;
}

// PROVE: warning: out: line +3 writes, by two threads
__global__ void buckets(const int* in, int n, int* out, int* counts) {
  int d = in[threadIdx.x] & 3;
  out[d * n + atomicAdd(&counts[d], 1)] = 1;
}
