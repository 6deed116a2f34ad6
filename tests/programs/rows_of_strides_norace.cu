// Threads go through arrays in strides, up to bounds at which only some of them make a last turn; with counters of
// several types, bounds that nobody reaches, strides that are less than the threads are many, and a tail that others
// may write.
// CLEAN
#include <cstdio>

constexpr int kCount = 3000;

template <class Counter>
__global__ void add(int* sums, const int* values, Counter n) {
  for (Counter i = blockIdx.x * blockDim.x + threadIdx.x; i < n; i += gridDim.x * blockDim.x) sums[i] += values[i];
}

__global__ void add_tail(int* sums, const int* values, int from, int n) {
  const int stride = blockDim.x;
  if (blockIdx.x == 0) {
    for (int i = threadIdx.x; i < from; i += stride) sums[i] += values[i];
  } else {
    for (int i = from + threadIdx.x; i < n; i += stride) sums[i] += values[i];
  }
}

// Threads read what others read, too.
__global__ void read_all(int* sums, const int* values, int n) {
  int sum = 0;
  for (int i = threadIdx.x; i < n; i += 32) sum += values[i];
  sums[blockIdx.x * blockDim.x + threadIdx.x] += sum - sum + 1;
}

int main() {
  int *sums, *values;
  cudaMalloc(&sums, kCount * sizeof(int));
  cudaMalloc(&values, kCount * sizeof(int));
  static int host[kCount], result[kCount];
  for (int i = 0; i < kCount; ++i) host[i] = i % 100;
  cudaMemcpy(values, host, sizeof host, cudaMemcpyHostToDevice);
  cudaMemset(sums, 0, sizeof host);
  add<int><<<3, 96>>>(sums, values, kCount);
  add<unsigned><<<5, 64>>>(sums, values, kCount - 1);
  add<long long><<<2, 128>>>(sums, values, 50);
  add<int><<<2, 128>>>(sums, values, -5);
  add_tail<<<2, 128>>>(sums, values, 1001, kCount);
  read_all<<<30, 100>>>(sums, values, kCount);
  cudaMemcpy(result, sums, sizeof result, cudaMemcpyDeviceToHost);
  for (int i = 0; i < kCount; ++i) {
    const int times = 2 + (i < kCount - 1) + (i < 50);
    if (result[i] != times * host[i] + 1) return std::printf("%d: %d, not %d\n", i, result[i], times * host[i] + 1), 1;
  }
}
