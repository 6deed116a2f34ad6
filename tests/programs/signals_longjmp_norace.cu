// A handler leaves by siglongjmp what the signal interrupted, the wait for a kernel, too. Later kernels are checked.
// CLEAN
// STDOUT: ^20 times$
// SCHEDULE-DEPENDENT: a signal may come before its kernel is launched
#include <setjmp.h>
#include <signal.h>
#include <sys/time.h>
#include <unistd.h>

#include <cstdio>

sigjmp_buf place;

void on_alarm(int) { siglongjmp(place, 1); }

__global__ void work(int* out) {
  __shared__ int tile[64];
  for (int round = 0; round < 100; ++round) {
    tile[threadIdx.x] = round;
    __syncthreads();
    out[threadIdx.x] = tile[63 - threadIdx.x];
    __syncthreads();
  }
}

int main() {
  int* out;
  cudaMalloc(&out, 64 * sizeof(int));
  signal(SIGALRM, on_alarm);
  volatile int times = 0;
  while (times < 20) {
    if (sigsetjmp(place, 1) == 0) {
      const itimerval once = {{0, 0}, {0, 2000}};
      setitimer(ITIMER_REAL, &once, nullptr);
      for (;;) work<<<1, 64>>>(out);
    }
    times = times + 1;
  }
  std::printf("%d times\n", times);
  return cudaDeviceSynchronize() != cudaSuccess;
}
