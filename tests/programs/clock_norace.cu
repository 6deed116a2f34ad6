// A kernel that waits for as many ticks of clock() as the device's clock rate promises for a millisecond.
// CLEAN
// STDOUT: ^waited$
#include <cstdio>

__global__ void k(bool* done, clock_t ticks) {
  const clock_t start = clock();
  while (clock() - start < ticks) {
  }
  *done = true;
}

int main() {
  int kilohertz = 0;
  cudaDeviceGetAttribute(&kilohertz, cudaDevAttrClockRate, 0);
  bool* done;
  cudaMallocManaged(&done, sizeof(bool));
  const clock_t host = clock();
  k<<<1, 1>>>(done, kilohertz);
  cudaDeviceSynchronize();
  if (*done && clock() - host < CLOCKS_PER_SEC) puts("waited");
}
