// Signal handlers touch what they may, ever again while kernels run: neither the handlers nor the kernels are misread.
// CLEAN
// STDOUT: ^200 launches, handlers ran, 0 mistakes$
#include <signal.h>
#include <sys/time.h>
#include <unistd.h>

#include <cstdio>
#include <cstring>

volatile sig_atomic_t alarms;
int table[64], copy_of_table[64];

void on_alarm(int) {
  ++alarms;
  for (int i = 0; i < 64; ++i) table[i] += i;
  std::memcpy(copy_of_table, table, sizeof table);
}

__global__ void work(int* out, int* sum) {
  __shared__ int tile[64];
  for (int round = 0; round < 20; ++round) {
    tile[threadIdx.x] = round + static_cast<int>(threadIdx.x);
    __syncthreads();
    const int neighbour = tile[(threadIdx.x + 1) % 64];
    __syncthreads();
    atomicAdd(sum, neighbour & 1);
    out[blockIdx.x * 64 + threadIdx.x] = neighbour;
  }
  auto* const own = static_cast<int*>(malloc(64));
  own[0] = 1;
  free(own);
}

int main() {
  int *out, *sum;
  cudaMalloc(&out, 4 * 64 * sizeof(int));
  cudaMalloc(&sum, sizeof(int));
  cudaMemset(sum, 0, sizeof(int));
  struct sigaction action = {};
  action.sa_handler = on_alarm;
  action.sa_flags = SA_RESTART;
  sigaction(SIGALRM, &action, nullptr);
  const itimerval each_millisecond = {{0, 1000}, {0, 1000}};
  setitimer(ITIMER_REAL, &each_millisecond, nullptr);
  int mistakes = 0;
  for (int launch = 1; launch <= 200; ++launch) {
    work<<<4, 64>>>(out, sum);
    int result = 0;
    cudaMemcpy(&result, sum, sizeof result, cudaMemcpyDeviceToHost);
    if (result != launch * 4 * 64 * 20 / 2) ++mistakes;
  }
  while (alarms < 3) usleep(1000);
  std::printf("200 launches, handlers ran, %d mistakes\n", mistakes);
  return cudaDeviceSynchronize() != cudaSuccess;
}
