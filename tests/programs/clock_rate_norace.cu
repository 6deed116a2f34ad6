// clock64() counts at the rate that cudaDeviceProp::clockRate promises, whatever the processor's own counter does: what
// passes between two looks at it lies between what %globaltimer says of the time inside and of the time around them.
// SCHEDULE-DEPENDENT: how often the thread looks at the clock
// CLEAN
// STDOUT: ^as promised$
#include <cstdio>

__device__ unsigned long long nanoseconds() {
  unsigned long long time;
  asm volatile("mov.u64 %0, %%globaltimer;" : "=l"(time));
  return time;
}

struct Times {
  unsigned long long outer[2], inner[2];
  long long cycles[2];
};

__global__ void k(Times* times) {
  times->outer[0] = nanoseconds();
  times->cycles[0] = clock64();
  times->inner[0] = nanoseconds();
  while (nanoseconds() - times->inner[0] < 20'000'000) {
  }
  times->inner[1] = nanoseconds();
  times->cycles[1] = clock64();
  times->outer[1] = nanoseconds();
}

int main() {
  cudaDeviceProp properties;
  cudaGetDeviceProperties(&properties, 0);
  Times* times;
  cudaMallocManaged(&times, sizeof(Times));
  k<<<1, 1>>>(times);
  cudaDeviceSynchronize();
  const double took = 1e6 * (times->cycles[1] - times->cycles[0]) / properties.clockRate;  // In nanoseconds.
  const double slack = 200'000;  // The two clocks are not one: 1 % of what passed.
  const bool right =
      took > times->inner[1] - times->inner[0] - slack && took < times->outer[1] - times->outer[0] + slack;
  puts(right ? "as promised" : "at another rate");
}
