// Each thread goes through a chunk of its own in turns, up or down, of all sizes: of a page and more, with gaps, of doubles, in shared memory, and by another block in the next launch.
// CLEAN
// STDOUT: ^sum 2011523748$
#include <cstdio>

template <class T>
__global__ void up(T* a, const T* b, int n, int pitch) {
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  for (int k = 0; k < n; ++k) a[i * pitch + k] = b[i * pitch + k] + k;
}
template <class T>
__global__ void down(T* a, int n, int pitch) {
  const int i = (gridDim.x - 1 - blockIdx.x) * blockDim.x + threadIdx.x;
  for (int k = n - 1; k >= 0; --k) a[i * pitch + k] += 1;
}
// Each element follows from the one before, of the same thread.
__global__ void prefix(int* a, int n) {
  int* const mine = a + (blockIdx.x * blockDim.x + threadIdx.x) * n;
  for (int k = 1; k < n; ++k) mine[k] += mine[k - 1];
}
__global__ void tile(int* a, const int* b) {
  __shared__ int s[64 * 9];
  for (int k = 0; k < 8; ++k) s[threadIdx.x * 9 + k] = b[blockIdx.x * 512 + threadIdx.x * 8 + k];
  int sum = 0;
  for (int k = 7; k >= 0; --k) sum = 3 * sum + s[threadIdx.x * 9 + k];
  __syncthreads();
  if (threadIdx.x < 32) s[threadIdx.x] = sum;
  __syncthreads();
  a[blockIdx.x * 64 + threadIdx.x] += s[threadIdx.x % 32] % 7;
}

int main() {
  constexpr int kNumbers = 1 << 18;
  static int host[kNumbers];
  int *a, *b;
  cudaMalloc(&a, sizeof host);
  cudaMalloc(&b, sizeof host);
  for (int i = 0; i < kNumbers; ++i) host[i] = i % 101;
  cudaMemcpy(a, host, sizeof host, cudaMemcpyHostToDevice);
  cudaMemcpy(b, host, sizeof host, cudaMemcpyHostToDevice);
  for (const int n : {2, 7, 64, 1024, 1500}) {
    const int threads = kNumbers / n / 4;
    const int width = threads < 64 ? threads : 64;
    up<<<threads / width, width>>>(a, b, n, n);
    down<<<threads / width, width>>>(a, n, n);
    up<<<threads / width, width>>>(a, b, n, n + 1);
    down<<<threads / width, width>>>(a, n - 1, n + 1);
    prefix<<<threads / width, width>>>(b, n);
  }
  up<<<64, 32>>>((long long*)a, (const long long*)b, 20, 20);
  down<<<64, 32>>>((long long*)a, 20, 21);
  tile<<<64, 64>>>(a, b);
  cudaMemcpy(host, a, sizeof host, cudaMemcpyDeviceToHost);
  unsigned sum = 0;
  for (const int number : host) sum = sum * 31 + number;
  printf("sum %u\n", sum);
}
