// A race is found as ever while signal handlers run, and nothing else is.
// FINDING: race error shared * write@w read@r object=tile element=tile[1] occurrences=6400
#include <signal.h>
#include <sys/time.h>

volatile sig_atomic_t alarms;
int table[64];

void on_alarm(int) {
  ++alarms;
  for (int& entry : table) ++entry;
}

__global__ void work(int* out) {
  __shared__ int tile[65];
  tile[threadIdx.x] = threadIdx.x;                                 // @w
  if (threadIdx.x < 32) out[threadIdx.x] = tile[threadIdx.x + 1];  // @r
}

int main() {
  int* out;
  cudaMalloc(&out, 32 * sizeof(int));
  signal(SIGALRM, on_alarm);
  const itimerval each_millisecond = {{0, 1000}, {0, 1000}};
  setitimer(ITIMER_REAL, &each_millisecond, nullptr);
  for (int launch = 0; launch < 200; ++launch) work<<<1, 64>>>(out);
  return cudaDeviceSynchronize();
}
