// Six hundred accesses to shared memory that go where the last one said, in one kernel: too many for checks of their own
// instructions.
// Here without the barrier before the last write.
// FINDING: race error shared intra-block write@write read@read object=tile size=4
#include <cstdio>

#define ONE(c) v += tile[(t * (2 * (c) + 1) + v) & 255];
#define TEN(c) ONE(c) ONE(c + 1) ONE(c + 2) ONE(c + 3) ONE(c + 4) ONE(c + 5) ONE(c + 6) ONE(c + 7) ONE(c + 8) ONE(c + 9)
#define HUNDRED(c) \
  TEN(c) TEN(c + 10) TEN(c + 20) TEN(c + 30) TEN(c + 40) TEN(c + 50) TEN(c + 60) TEN(c + 70) TEN(c + 80) TEN(c + 90)

__global__ void walk(int* out) {
  __shared__ int tile[256];
  const int t = threadIdx.x;
  tile[t] = t;
  __syncthreads();
  int v = t;
  HUNDRED(0) HUNDRED(100) HUNDRED(200) HUNDRED(300) HUNDRED(400) HUNDRED(500)  // @read
  tile[t] = v;  // @write
  __syncthreads();
  out[t] = tile[255 - t];
}

int main() {
  int *device = nullptr, out[256];
  cudaMalloc(&device, sizeof out);
  walk<<<1, 256>>>(device);
  cudaMemcpy(out, device, sizeof out, cudaMemcpyDeviceToHost);
  printf("%d\n", out[0]);
}
