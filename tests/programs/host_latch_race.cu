// The latch is written by a plain access, and data behind it, while the kernel may read it already; another kernel
// waits for a volatile latch, but reads the data before.
// FINDING: race error global host-device volatile-read@polls write@plain
// FINDING: race error global host-device read@late write@behind
// FINDING: race error global host-device read@early write@before
#include <cstdio>

__managed__ volatile unsigned latch;
__managed__ int data, sum;

__global__ void wait_then_read() {
  while (latch < 1) { }  // @polls
  sum = data;            // @late
}
__global__ void read_then_wait() {
  sum = data;  // @early
  while (latch < 2) { }
}

int main() {
  wait_then_read<<<1, 1>>>();
  *(unsigned*)&latch = 1;  // @plain
  data = 5;                // @behind
  cudaDeviceSynchronize();
  read_then_wait<<<1, 1>>>();
  data = 7;  // @before
  latch = 2;
  cudaDeviceSynchronize();
  printf("%d\n", sum);
}
