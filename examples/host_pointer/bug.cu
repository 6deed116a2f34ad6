// Host pointer in a kernel: memory from malloc or new does not exist on the device.
// SCHEDULE-DEPENDENT: the first thread to fail is named
// FINDING: invalid-address error * * *@write
#include <cstdio>

__global__ void fill(int* data) {
  data[threadIdx.x] = threadIdx.x;  // @write
}

int main() {
  int* data = new int[64];
  fill<<<1, 64>>>(data);
  cudaDeviceSynchronize();
  for (int i = 0; i < 64; ++i) {
    if (data[i] != i) return printf("data[%d] is %d\n", i, data[i]), 1;
  }
  printf("filled\n");
}
