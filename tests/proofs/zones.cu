// Ghost zones: blocks overlap, and each has the middle of what it computes for itself. The loop is left before its
// condition says so.

// PROVED
__global__ void zone(int* out, const int* in, int n) {
  __shared__ int s[256];
  int t = threadIdx.x, x = (256 - 2 * n) * blockIdx.x + t;
  s[t] = in[x];
  __syncthreads();
  bool own = false;
  for (int i = 0; i < n; i++) {
    own = t > i && t < 255 - i;
    int sum = own ? s[t - 1] + s[t + 1] : 0;
    __syncthreads();
    if (i == n - 1) break;
    if (own) s[t] = sum;
    __syncthreads();
  }
  if (own) out[x] = s[t];
}

// One element more than is its own.
// PROVE: false: out: line +12 writes, by two threads, in two blocks
__global__ void zone_too_wide(int* out, int n) {
  int t = threadIdx.x, x = (256 - 2 * n) * blockIdx.x + t;
  bool own = false;
  for (int i = 0; i < n; i++) {
    own = t > i && t < 256 - i;
    __syncthreads();
    if (i == n - 1) break;
    __syncthreads();
  }
  // What is stored differs from thread to thread.
  if (own)
    out[x] = t + 1000 * blockIdx.x;
}

// The last iteration is left by `break`: i is n nowhere.
// PROVED
__global__ void ended_early(int* out, int n) {
  int t = blockIdx.x * blockDim.x + threadIdx.x, i = 0;
  for (; i < n; i++) {
    if (i == n - 1) break;
  }
  out[i < n || n <= 0 ? t : 0] = t;
}

// PROVE: false: out: line +7 writes, by two threads
// n - 2 is never come to if n is 1.
__global__ void ended_by_condition(int* out, int n) {
  int t = blockIdx.x * blockDim.x + threadIdx.x, i = 0;
  for (; i < n; i++) {
    if (i == n - 2) break;
  }
  out[i < n || n <= 0 ? t : 0] = t;
}
