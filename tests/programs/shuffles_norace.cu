// Shuffles: results of all four forms, with widths.
// CLEAN
// STDOUT: ^496 5 31 1 30 7 2\.5$
#include <cstdio>

__global__ void k(int* out, double* number) {
  const unsigned all = 0xffffffff;
  int lane = threadIdx.x;
  int sum = lane;
  for (int offset = 16; offset > 0; offset /= 2) sum += __shfl_down_sync(all, sum, offset);
  int from_five = __shfl_sync(all, lane, 5);
  int up = __shfl_up_sync(all, lane, 1);
  int pair = __shfl_xor_sync(all, lane, 1);
  int narrow = __shfl_sync(all, lane, 7, 8);
  double wide = __shfl_sync(all, lane + 0.5, 2);
  if (lane == 0) out[0] = sum, out[1] = from_five, out[3] = pair, out[5] = narrow, *number = wide;
  if (lane == 31) out[2] = __popc(__activemask()) ? up + 1 : 0, out[4] = pair;
}

int main() {
  int* out;
  double* number;
  cudaMallocManaged(&out, 6 * sizeof(int));
  cudaMallocManaged(&number, sizeof(double));
  k<<<1, 32>>>(out, number);
  cudaDeviceSynchronize();
  for (int i = 0; i < 6; ++i) printf("%d ", out[i]);
  printf("%g\n", *number);
}
