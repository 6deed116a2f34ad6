// Neighbouring bytes and halves of words by different threads, blocks and lines: each has its own, whatever words they are in.
// CLEAN
#include <cstdio>

__global__ void invert(const unsigned char* in, unsigned char* out, int n) {
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n) out[i] = 255 - in[i];
}

__global__ void blur(const unsigned char* in, unsigned char* out, int w, int h) {
  const int x = blockIdx.x * blockDim.x + threadIdx.x, y = blockIdx.y * blockDim.y + threadIdx.y;
  if (x == 0 || y == 0 || x >= w - 1 || y >= h - 1) return;
  int sum = 0;
  for (int dy = -1; dy <= 1; ++dy)
    for (int dx = -1; dx <= 1; ++dx) sum += in[(y + dy) * w + x + dx];
  out[y * w + x] = sum / 9;
}

__global__ void halves(short* a, int n) {
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (2 * i + 1 < n) a[2 * i] = a[2 * i + 1];
}

int main() {
  constexpr int kWide = 67, kHigh = 44, kBytes = kWide * kHigh;  // Lines end within words.
  unsigned char *a, *b, host[kBytes];
  cudaMalloc(&a, kBytes);
  cudaMalloc(&b, kBytes);
  for (int i = 0; i < kBytes; ++i) host[i] = i * 7;
  cudaMemcpy(a, host, kBytes, cudaMemcpyHostToDevice);
  invert<<<(kBytes + 63) / 64, 64>>>(a, b, kBytes);
  blur<<<dim3(5, 6), dim3(16, 8)>>>(a, b, kWide, kHigh);
  halves<<<12, 64>>>((short*)b, kBytes / 2);
  cudaMemcpy(host, b, kBytes, cudaMemcpyDeviceToHost);
  unsigned sum = 0;
  for (int i = 0; i < kBytes; ++i) sum = sum * 31 + host[i];
  printf("%u\n", sum);
}
