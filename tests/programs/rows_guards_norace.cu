// CLEAN
// A condition that parts the threads holds for each access behind it, also where another one, which is not known before
// they run, stands inside of it.
#include <cstdio>

__global__ void k(const int* in, int* out) {
  __shared__ int s[64];
  const int t = threadIdx.x;
  s[t] = in[t];
  __syncthreads();
  if (t < 32) {
    if ((t & 3) == 1) out[t + 64] = 7;
    out[t] = s[t];
  } else {
    s[95 - t] = 0;
  }
}

int main() {
  int *in, *out;
  cudaMalloc(&in, 64 * sizeof(int));
  cudaMalloc(&out, 128 * sizeof(int));
  cudaMemset(in, 0, 64 * sizeof(int));
  for (int launch = 0; launch < 3; ++launch) k<<<1, 64>>>(in, out);
  return cudaDeviceSynchronize();
}
