// One state for each thread, set up by one kernel and used by another; pairs of normal values; moments.
// CLEAN
// STDOUT: ^mean ok, variance ok, poisson ok, same ok$
#include <curand_kernel.h>

#include <cmath>
#include <cstdio>

constexpr int kThreads = 4096;
constexpr int kDraws = 64;

template <class State>
__global__ void init(State* states) {
  const int t = blockIdx.x * blockDim.x + threadIdx.x;
  curand_init(99, t, 0, &states[t]);
}

template <class State>
__global__ void draw(State* states, float* sums, float* squares, double* counts) {
  const int t = blockIdx.x * blockDim.x + threadIdx.x;
  State state = states[t];
  float sum = 0, square = 0;
  double count = 0;
  for (int i = 0; i < kDraws; ++i) {
    const float x = curand_normal(&state);
    sum += x;
    square += x * x;
    count += curand_poisson(&state, 100);
  }
  states[t] = state;
  sums[t] = sum;
  squares[t] = square;
  counts[t] = count;
}

/// The second of a pair is what the next call gives; a pair at once is the same two.
template <class State>
__global__ void pairs(int* same) {
  State a, b;
  curand_init(5, threadIdx.x, 0, &a);
  b = a;
  const float2 pair = curand_normal2(&a);
  const double2 pair_double = curand_normal2_double(&a);
  const float x = curand_normal(&b), y = curand_normal(&b);
  const double u = curand_normal_double(&b), v = curand_normal_double(&b);
  const bool equal = x == pair.x && y == pair.y && u == pair_double.x && v == pair_double.y;
  b = a;
  const float log = curand_log_normal(&a, 1, 0.5f);
  atomicAnd(same, equal && log == expf(1 + 0.5f * curand_normal2(&b).x));
}

template <class State>
int run(int result) {
  State* states;
  float *sums, *squares;
  double* counts;
  cudaMalloc(&states, kThreads * sizeof(State));
  cudaMallocManaged(&sums, kThreads * sizeof(float));
  cudaMallocManaged(&squares, kThreads * sizeof(float));
  cudaMallocManaged(&counts, kThreads * sizeof(double));
  init<<<kThreads / 128, 128>>>(states);
  draw<<<kThreads / 128, 128>>>(states, sums, squares, counts);
  cudaDeviceSynchronize();
  double sum = 0, square = 0, count = 0;
  for (int t = 0; t < kThreads; ++t) {
    sum += sums[t];
    square += squares[t];
    count += counts[t];
  }
  const double n = kThreads * kDraws;
  // Within four standard deviations.
  if (std::fabs(sum / n) > 4 / std::sqrt(n)) result |= 1;
  if (std::fabs(square / n - 1) > 4 * std::sqrt(2 / n)) result |= 2;
  if (std::fabs(count / n - 100) > 4 * std::sqrt(100 / n)) result |= 4;
  int* same;
  cudaMallocManaged(&same, sizeof(int));
  *same = 1;
  pairs<State><<<1, 32>>>(same);
  cudaDeviceSynchronize();
  if (*same == 0) result |= 8;
  cudaFree(same);
  cudaFree(states);
  cudaFree(sums);
  cudaFree(squares);
  cudaFree(counts);
  return result;
}

int main() {
  const int result = run<curandStateMRG32k3a>(run<curandStatePhilox4_32_10_t>(run<curandState>(0)));
  printf("mean %s, variance %s, poisson %s, same %s\n", result & 1 ? "bad" : "ok", result & 2 ? "bad" : "ok",
         result & 4 ? "bad" : "ok", result & 8 ? "bad" : "ok");
}
