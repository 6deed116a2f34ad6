// memcpy() and memset() in a kernel, each thread on its own bytes.
// CLEAN
// STDOUT: ^1 2 2 3$
#include <cstdio>
#include <cstring>

__global__ void k(const char* in, char* out, int n) {
  int t = threadIdx.x;
  memset(out + t * n, 1, n);
  memcpy(out + t * n, in + t * n, n - 1);
}

int main() {
  char *in, *out;
  cudaMallocManaged(&in, 32 * 5);
  cudaMallocManaged(&out, 32 * 5);
  for (int i = 0; i < 32 * 5; ++i) in[i] = i / 5 + 1;
  k<<<1, 32>>>(in, out, 5);
  cudaDeviceSynchronize();
  printf("%d %d %d %d\n", out[4], out[5], out[8], out[10]);
}
