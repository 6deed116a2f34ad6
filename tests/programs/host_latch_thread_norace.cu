// Launches that wait for a thread of the program, which sets the latch while the host waits for them, and ends at once: none is a
// deadlock.
// SCHEDULE-DEPENDENT: how often the kernel looks before the other thread has come
// CLEAN
// STDOUT: 20 20
#include <chrono>
#include <cstdio>
#include <thread>

__global__ void wait_for(const volatile int* latch, int* out) {
  while (*latch == 0) {
  }
  *out += 1;
}

int main() {
  volatile int* latch;
  int* out;
  cudaMallocHost((void**)&latch, sizeof(int));
  cudaMallocManaged(&out, sizeof(int));
  *out = 0;
  int ended = 0;
  for (int round = 0; round < 20; ++round) {
    *latch = 0;
    wait_for<<<1, 1>>>(latch, out);
    std::thread other([=] {
      std::this_thread::sleep_for(std::chrono::milliseconds(5 + round));
      *latch = 1;
    });
    ended += cudaDeviceSynchronize() == cudaSuccess;
    other.join();
  }
  printf("%d %d\n", ended, *out);
  cudaFree(out);
  cudaFreeHost((void*)latch);
}
