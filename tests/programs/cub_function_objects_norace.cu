// cuda::minimum and cuda::maximum come with CUB's header, as they do since CUB 2.8.
// CLEAN
// STDOUT: ^-31 31$
#include <cub/cub.cuh>

#include <cstdio>

__global__ void extremes(const int* data, int* results) {
  using Reduce = cub::BlockReduce<int, 64>;
  __shared__ typename Reduce::TempStorage storage[2];
  const int least = Reduce(storage[0]).Reduce(data[threadIdx.x], cuda::minimum());
  const int most = Reduce(storage[1]).Reduce(data[threadIdx.x], cuda::maximum<int>{});
  if (threadIdx.x == 0) results[0] = least, results[1] = most;
}

int main() {
  int *data, *results;
  cudaMallocManaged(&data, 64 * sizeof(int));
  cudaMallocManaged(&results, 2 * sizeof(int));
  for (int i = 0; i < 64; ++i) data[i] = i * 37 % 63 - 31;
  extremes<<<1, 64>>>(data, results);
  cudaDeviceSynchronize();
  std::printf("%d %d\n", results[0], results[1]);
  cudaFree(data);
  cudaFree(results);
}
