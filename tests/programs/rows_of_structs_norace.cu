// Structs of three and five words copied as a whole, of which some lie in two pages: each thread has its own.
// CLEAN
#include <cstdio>

struct Three {
  float x, y, z;
};
struct Five {
  int v[5];
};

template <class T>
__global__ void shift(const T* in, T* out, int n) {
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i + 1 < n) out[i] = in[i + 1];
}

template <class T>
__global__ void reverse(T* a) {
  __shared__ T s[64];
  T* const mine = a + blockIdx.x * 64;
  s[threadIdx.x] = mine[threadIdx.x];
  __syncthreads();
  mine[threadIdx.x] = s[63 - threadIdx.x];
}

int main() {
  constexpr int kNumbers = 2048;
  int *a, *b;
  static int host[5 * kNumbers];
  cudaMalloc(&a, sizeof host);
  cudaMalloc(&b, sizeof host);
  for (int i = 0; i < 5 * kNumbers; ++i) host[i] = i * 5;
  cudaMemcpy(a, host, sizeof host, cudaMemcpyHostToDevice);
  cudaMemcpy(b, host, sizeof host, cudaMemcpyHostToDevice);
  for (int launch = 0; launch < 3; ++launch) {
    shift<<<kNumbers / 64, 64>>>((Three*)a, (Three*)b, kNumbers);
    shift<<<kNumbers / 64, 64>>>((Five*)b, (Five*)a, kNumbers);
    reverse<<<kNumbers / 64, 64>>>((Three*)b);
    reverse<<<kNumbers / 64, 64>>>((Five*)a);
  }
  cudaMemcpy(host, b, sizeof host, cudaMemcpyDeviceToHost);
  unsigned sum = 0;
  for (int i = 0; i < 5 * kNumbers; ++i) sum = sum * 31 + host[i];
  printf("%u\n", sum);
}
