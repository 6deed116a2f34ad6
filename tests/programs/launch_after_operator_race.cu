// What a kernel behind an assignment operator does is checked.
// FINDING: race error global intra-block write@w read@r
#include <cstdio>

inline __device__ void operator+=(int2& p, int2 q) { p.x += q.x; }
__global__ void shift(int* data) {
  int t = threadIdx.x;
  int next = data[(t + 1) % 64];  // @r
  data[t] = next;                 // @w
}

int main() {
  int* data;
  cudaMalloc(&data, 64 * sizeof(int));
  cudaMemset(data, 0, 64 * sizeof(int));
  shift<<<1, 64>>>(data);
  cudaDeviceSynchronize();
}
