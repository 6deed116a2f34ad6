// Bytes and halves of shared words by different threads: a line of bytes that begins within a word, with an edge that one thread
// sets, in an interval of its own or not; a table; lines of a tile.
// CLEAN
#include <cstdio>

constexpr int kThreads = 64;

template <class T>
__global__ void neighbours(const T* in, T* out) {
  __shared__ T s[kThreads + 2];
  const int t = threadIdx.x, i = blockIdx.x * kThreads + t;
  s[t + 1] = in[i];
  if (t == 0) s[0] = 0;
  if (blockIdx.x % 2 == 1) __syncthreads();
  if (t == 0) s[kThreads + 1] = 0;
  __syncthreads();
  out[i] = s[t] + s[t + 1] + s[t + 2];
}

__global__ void table(const unsigned char* in, unsigned char* out) {
  __shared__ unsigned char of[256];
  for (int i = threadIdx.x; i < 256; i += kThreads) of[i] = i * 7;
  __syncthreads();
  const int i = blockIdx.x * kThreads + threadIdx.x;
  out[i] = of[in[i]];
}

__global__ void transpose(const short* in, short* out) {
  __shared__ short tile[8][9];
  tile[threadIdx.y][threadIdx.x] = in[(blockIdx.x * 8 + threadIdx.y) * 8 + threadIdx.x];
  __syncthreads();
  out[(blockIdx.x * 8 + threadIdx.y) * 8 + threadIdx.x] = tile[threadIdx.x][threadIdx.y];
}

int main() {
  unsigned char *a, *b, host[1024];
  cudaMalloc(&a, 1024);
  cudaMalloc(&b, 1024);
  for (int i = 0; i < 1024; ++i) host[i] = i * 5;
  cudaMemcpy(a, host, 1024, cudaMemcpyHostToDevice);
  unsigned sum = 0;
  for (int round = 0; round < 4; ++round) {
    if (round == 0) neighbours<<<8, kThreads>>>(a, b);
    if (round == 1) neighbours<<<8, kThreads>>>((short*)a, (short*)b);
    if (round == 2) table<<<8, kThreads>>>(a, b);
    if (round == 3) transpose<<<8, dim3(8, 8)>>>((short*)a, (short*)b);
    cudaMemcpy(host, b, 512, cudaMemcpyDeviceToHost);
    for (int i = 0; i < 512; ++i) sum = sum * 31 + host[i];
  }
  printf("%u\n", sum);
}
