// Each thread has a chunk of its own, which it goes through in turns: who reads a neighbour's last element, in its block or in the one before, races with that one's write.
// FINDING: race error global intra-block write@w read@r occurrences=8064
// FINDING: race error global inter-block write@w read@r occurrences=120
// FINDING: race error global intra-block write@down write@over occurrences=63
// FINDING: race error shared intra-warp write@s read@t occurrences=15
// FINDING: race error global intra-block write@p read@p occurrences=63
// FINDING-COUNT: 5
constexpr int kChunk = 48, kThreads = 64, kBlocks = 16;

__global__ void through(float* a, const float* b, int n) {
  const int i = blockIdx.x * kThreads + threadIdx.x;
  float* const mine = a + i * n;
  for (int k = 0; k < n; ++k) mine[k] = b[i * n + k] + 1;  // @w
  float last = 0;
  for (int k = 0; k < 8; ++k) {
    if (i > 0) last += mine[k - 8];  // @r 8 elements, of one thread each
  }
  a[kBlocks * kThreads * n + i] = last;
}

__global__ void downwards(float* a, int n) {
  for (int k = n - 1; k >= 0; --k) a[threadIdx.x * n + k] = k;          // @down
  if (threadIdx.x > 0) a[threadIdx.x * n - 1] = -1;  // @over
}

// From the last element of the thread before on.
__global__ void prefix(float* a, int n) {
  float* const mine = a + 1 + threadIdx.x * n;
  for (int k = 0; k < n; ++k) mine[k] += mine[k - 1];  // @p
}

__global__ void tile(float* a) {
  __shared__ float s[16 * 12];
  for (int k = 0; k < 12; ++k) s[threadIdx.x * 12 + k] = k;  // @s
  float sum = 0;
  if (threadIdx.x > 0) sum = s[threadIdx.x * 12 - 1];  // @t
  a[threadIdx.x] = sum;
}

int main() {
  float *a, *b;
  const int numbers = kBlocks * kThreads * (kChunk + 1);
  cudaMalloc(&a, numbers * sizeof(float));
  cudaMalloc(&b, numbers * sizeof(float));
  cudaMemset(a, 0, numbers * sizeof(float));
  cudaMemset(b, 0, numbers * sizeof(float));
  through<<<kBlocks, kThreads>>>(a, b, kChunk);
  downwards<<<1, kThreads>>>(a, kChunk);
  prefix<<<1, kThreads>>>(a, kChunk);
  tile<<<1, 16>>>(a);
  cudaDeviceSynchronize();
}
