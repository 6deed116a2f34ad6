// Bytes and halves of shared words: one thread's neighbour's without a barrier, and parts of a word that nobody has written, which is a warning: they might be padding.
// FINDING: race error shared intra-block write@w read@r
// FINDING: race error shared intra-block write@x write@y
// FINDING: uninitialized-read warning shared none read@u occurrences=4
// FINDING: uninitialized-read warning shared none read@v occurrences=4
// FINDING-COUNT: 4
constexpr int kThreads = 64;

__global__ void neighbour(const unsigned char* in, unsigned char* out) {
  __shared__ unsigned char s[kThreads + 1];
  s[threadIdx.x + 1] = in[threadIdx.x];  // @w
  if (threadIdx.x == 0) s[0] = 0;
  out[threadIdx.x] = s[threadIdx.x];     // @r
}

__global__ void twice(const short* in, short* out) {
  __shared__ short s[kThreads + 1];
  s[threadIdx.x] = in[threadIdx.x];           // @x
  s[threadIdx.x + 1] = in[threadIdx.x] + 1;   // @y
  __syncthreads();
  out[threadIdx.x] = s[threadIdx.x];
}

// The last element, which lies in a word with one that is written: in each of four blocks.
__global__ void edge(const short* in, short* out) {
  __shared__ short s[kThreads + 2];
  s[threadIdx.x + 1] = in[threadIdx.x];
  if (threadIdx.x == 0) s[0] = 0;
  __syncthreads();
  out[blockIdx.x * kThreads + threadIdx.x] = s[threadIdx.x + 2];  // @u
}

// The first one, which a single thread reads.
__global__ void first(const unsigned char* in, unsigned char* out) {
  __shared__ unsigned char s[kThreads + 4];
  s[threadIdx.x + 1] = in[threadIdx.x];
  __syncthreads();
  out[blockIdx.x * kThreads + threadIdx.x] = s[threadIdx.x + 1];
  __syncthreads();
  if (threadIdx.x == in[0]) out[blockIdx.x * kThreads] = s[in[0]];  // @v
}

int main() {
  unsigned char *a, *b;
  cudaMalloc(&a, 1024);
  cudaMalloc(&b, 1024);
  cudaMemset(a, 0, 1024);
  cudaMemset(b, 0, 1024);
  neighbour<<<1, kThreads>>>(a, b);
  twice<<<1, kThreads>>>((short*)a, (short*)b);
  edge<<<4, kThreads>>>((short*)a, (short*)b);
  first<<<4, kThreads>>>(a, b);
  cudaDeviceSynchronize();
}
