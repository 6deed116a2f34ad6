// Blocks that wait for each other write in between: whoever passes on its turn has nothing left to be taken note of,
// for which the others would wait.
// CLEAN
// SCHEDULE-DEPENDENT: how often threads look while they wait
#include <cstdio>

__global__ void k(short* data, unsigned* count) {
  if (threadIdx.x == 0) atomicAdd(count, 1);
  int looks = 0;
  do {
    data[32 * blockIdx.x + threadIdx.x] = static_cast<short>(++looks);
  } while (atomicAdd(count, 0) < gridDim.x);
}

int main() {
  short* data;
  unsigned* count;
  cudaMallocManaged(&data, 4 * 32 * sizeof(short));
  cudaMallocManaged(&count, sizeof(unsigned));
  *count = 0;
  k<<<4, 32>>>(data, count);
  cudaDeviceSynchronize();
  bool right = *count == 4;
  for (int i = 0; i < 128; ++i) right = right && data[i] > 0;
  printf("%s\n", right ? "right" : "wrong");
  return right ? 0 : 1;
}
