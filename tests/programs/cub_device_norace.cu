// CUB's device-wide algorithms: their kernels run as they are, blocks that look back at each other included.
// CLEAN
// NEEDS: cub/version.cuh
// STDOUT: ^all right$
#include <cub/device/device_radix_sort.cuh>
#include <cub/device/device_reduce.cuh>
#include <cub/device/device_scan.cuh>
#include <cub/device/device_select.cuh>

#include <algorithm>
#include <numeric>
#include <vector>

constexpr int kCount = 9000;  // Several tiles.

static int wrong = 0;
#define EXPECT(condition) \
  if (!(condition)) printf("line %d is wrong\n", __LINE__), ++wrong

/// Calls it once for the size of its storage and once to do the work.
template <class Algorithm>
void run(Algorithm algorithm) {
  void* storage = nullptr;
  std::size_t bytes = 0;
  EXPECT(algorithm(storage, bytes) == cudaSuccess);
  EXPECT(cudaMalloc(&storage, bytes) == cudaSuccess);
  EXPECT(algorithm(storage, bytes) == cudaSuccess);
  EXPECT(cudaFree(storage) == cudaSuccess);
}

std::vector<int> copy(const int* device, int count) {
  std::vector<int> host(count);
  cudaMemcpy(host.data(), device, count * sizeof(int), cudaMemcpyDeviceToHost);
  return host;
}

struct IsEven {
  __host__ __device__ bool operator()(int x) const { return x % 2 == 0; }
};

int main() {
  std::vector<int> host(kCount), indices(kCount);
  unsigned int seed = 1;
  for (int& x : host) x = static_cast<int>((seed = seed * 1664525 + 1013904223) >> 14);
  std::iota(indices.begin(), indices.end(), 0);
  int *in, *in_indices, *out, *out_indices;
  cudaMalloc(&in, kCount * sizeof(int));
  cudaMalloc(&in_indices, kCount * sizeof(int));
  cudaMalloc(&out, kCount * sizeof(int));
  cudaMalloc(&out_indices, kCount * sizeof(int));
  cudaMemcpy(in, host.data(), kCount * sizeof(int), cudaMemcpyHostToDevice);
  cudaMemcpy(in_indices, indices.data(), kCount * sizeof(int), cudaMemcpyHostToDevice);

  run([&](void* storage, std::size_t& bytes) { return cub::DeviceReduce::Sum(storage, bytes, in, out, kCount); });
  EXPECT(copy(out, 1)[0] == std::accumulate(host.begin(), host.end(), 0));

  run([&](void* storage, std::size_t& bytes) { return cub::DeviceScan::InclusiveSum(storage, bytes, in, out, kCount); });
  std::vector<int> sums(kCount);
  std::partial_sum(host.begin(), host.end(), sums.begin());
  EXPECT(copy(out, kCount) == sums);

  run([&](void* storage, std::size_t& bytes) {
    return cub::DeviceSelect::If(storage, bytes, in, out, out_indices, kCount, IsEven());
  });
  std::vector<int> even;
  std::copy_if(host.begin(), host.end(), std::back_inserter(even), IsEven());
  EXPECT(copy(out_indices, 1)[0] == static_cast<int>(even.size()));
  EXPECT(copy(out, static_cast<int>(even.size())) == even);

  run([&](void* storage, std::size_t& bytes) {
    return cub::DeviceRadixSort::SortPairs(storage, bytes, in, out, in_indices, out_indices, kCount);
  });
  std::stable_sort(indices.begin(), indices.end(), [&](int a, int b) { return host[a] < host[b]; });
  EXPECT(copy(out_indices, kCount) == indices);
  if (wrong == 0) printf("all right\n");
}
