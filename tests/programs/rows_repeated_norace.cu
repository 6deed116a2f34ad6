// CLEAN
// STDOUT: ^sum 129354325248$
// STDERR: 36,864 accesses checked
// Loops that access the same element in each turn: it is one row, however often.
#include <cstdio>

__global__ void global(int* d, const int* s, int turns) {
  const int t = blockIdx.x * blockDim.x + threadIdx.x;
  for (int i = 0; i < turns; ++i) d[t] += s[t];
}

__global__ void shared(int* d, int turns) {
  __shared__ int tile[64];
  const int t = threadIdx.x;
  tile[t] = 0;
  for (int i = 0; i < turns; ++i) tile[t] += i;
  __syncthreads();
  d[blockIdx.x * blockDim.x + t] += tile[63 - t];
}

int main() {
  int *d, *s;
  cudaMalloc(&d, 256 * sizeof(int));
  cudaMalloc(&s, 256 * sizeof(int));
  cudaMemset(d, 0, 256 * sizeof(int));
  cudaMemset(s, 1, 256 * sizeof(int));
  for (int i = 0; i < 3; ++i) {
    global<<<4, 64>>>(d, s, 10);
    shared<<<4, 64>>>(d, 7);
  }
  int h[256];
  cudaMemcpy(h, d, sizeof h, cudaMemcpyDeviceToHost);
  long sum = 0;
  for (const int v : h) sum += v;
  std::printf("sum %ld\n", sum);
}
