// CUB's primitives of blocks and warps: right results, and no race among their many uses of shared memory.
// CLEAN
// NEEDS: cub/version.cuh
// STDOUT: ^all right$
#include <cub/block/block_exchange.cuh>
#include <cub/block/block_histogram.cuh>
#include <cub/block/block_load.cuh>
#include <cub/block/block_radix_sort.cuh>
#include <cub/block/block_reduce.cuh>
#include <cub/block/block_scan.cuh>
#include <cub/block/block_store.cuh>
#include <cub/warp/warp_reduce.cuh>
#include <cub/warp/warp_scan.cuh>

#include <algorithm>
#include <numeric>
#include <vector>

constexpr int kThreads = 96;  // The last warp is half full in the partial reduction.
constexpr int kItems = 3;
constexpr int kCount = kThreads * kItems;

template <cub::BlockReduceAlgorithm Algorithm>
__global__ void reduce(const int* in, int* out, int valid) {
  using Reduce = cub::BlockReduce<int, kThreads, Algorithm>;
  __shared__ typename Reduce::TempStorage storage;
  const int x = in[threadIdx.x];
  const int sum = Reduce(storage).Sum(x);
  __syncthreads();
  const int largest = Reduce(storage).Reduce(x, cub::Max(), valid);
  if (threadIdx.x == 0) {
    out[0] = sum;
    out[1] = largest;
  }
}

template <cub::BlockScanAlgorithm Algorithm>
__global__ void scan(const int* in, int* out) {
  using Load = cub::BlockLoad<int, kThreads, kItems, cub::BLOCK_LOAD_TRANSPOSE>;
  using Store = cub::BlockStore<int, kThreads, kItems, cub::BLOCK_STORE_WARP_TRANSPOSE>;
  using Scan = cub::BlockScan<int, kThreads, Algorithm>;
  __shared__ union {
    typename Load::TempStorage load;
    typename Store::TempStorage store;
    typename Scan::TempStorage scan;
  } storage;
  int items[kItems];
  Load(storage.load).Load(in, items);
  __syncthreads();
  Scan(storage.scan).ExclusiveSum(items, items);
  __syncthreads();
  Store(storage.store).Store(out, items);
}

__global__ void sort(const int* in, int* out, int* counts) {
  using Sort = cub::BlockRadixSort<int, kThreads, kItems>;
  using Exchange = cub::BlockExchange<int, kThreads, kItems>;
  using Histogram = cub::BlockHistogram<unsigned char, kThreads, kItems, 8>;
  __shared__ union {
    typename Sort::TempStorage sort;
    typename Exchange::TempStorage exchange;
    typename Histogram::TempStorage histogram;
  } storage;
  __shared__ int bins[8];
  int items[kItems];
  unsigned char low[kItems];
  for (int i = 0; i < kItems; ++i) {
    items[i] = in[threadIdx.x * kItems + i];
    low[i] = items[i] & 7;
  }
  Sort(storage.sort).Sort(items);
  __syncthreads();
  Exchange(storage.exchange).BlockedToStriped(items, items);
  for (int i = 0; i < kItems; ++i) out[i * kThreads + threadIdx.x] = items[i];
  __syncthreads();
  Histogram(storage.histogram).Histogram(low, bins);
  __syncthreads();
  if (threadIdx.x < 8) counts[threadIdx.x] = bins[threadIdx.x];
}

template <int Lanes>
__global__ void warps(const double* in, double* sums, double* scans) {
  using Reduce = cub::WarpReduce<double, Lanes>;
  using Scan = cub::WarpScan<double, Lanes>;
  __shared__ typename Reduce::TempStorage reduce[kThreads / Lanes];
  __shared__ typename Scan::TempStorage scan[kThreads / Lanes];
  const int warp = threadIdx.x / Lanes;
  const double x = in[threadIdx.x];
  const double sum = Reduce(reduce[warp]).Sum(x);
  double before = 0;
  Scan(scan[warp]).InclusiveSum(x, before);
  if (threadIdx.x % Lanes == 0) sums[warp] = sum;
  scans[threadIdx.x] = before;
}

static int wrong = 0;
#define EXPECT(condition) \
  if (!(condition)) printf("line %d is wrong\n", __LINE__), ++wrong

template <class T>
std::vector<T> copy(const T* device, int count) {
  std::vector<T> host(count);
  cudaMemcpy(host.data(), device, count * sizeof(T), cudaMemcpyDeviceToHost);
  return host;
}

int main() {
  std::vector<int> host(kCount);
  unsigned int seed = 1;
  for (int& x : host) x = static_cast<int>((seed = seed * 1664525 + 1013904223) >> 18);
  const std::vector<double> numbers(host.begin(), host.end());
  int *in, *out, *counts;
  double *reals, *sums, *scans;
  cudaMalloc(&in, kCount * sizeof(int));
  cudaMalloc(&out, kCount * sizeof(int));
  cudaMalloc(&counts, 8 * sizeof(int));
  cudaMalloc(&reals, kCount * sizeof(double));
  cudaMalloc(&sums, kThreads * sizeof(double));
  cudaMalloc(&scans, kThreads * sizeof(double));
  cudaMemcpy(in, host.data(), kCount * sizeof(int), cudaMemcpyHostToDevice);
  cudaMemcpy(reals, numbers.data(), kCount * sizeof(double), cudaMemcpyHostToDevice);

  const int sum = std::accumulate(host.begin(), host.begin() + kThreads, 0);
  const int largest = *std::max_element(host.begin(), host.begin() + 50);
  const auto expect_reduced = [&] { EXPECT((copy(out, 2) == std::vector<int>{sum, largest})); };
  reduce<cub::BLOCK_REDUCE_WARP_REDUCTIONS><<<1, kThreads>>>(in, out, 50);
  expect_reduced();
  reduce<cub::BLOCK_REDUCE_RAKING><<<1, kThreads>>>(in, out, 50);
  expect_reduced();
  reduce<cub::BLOCK_REDUCE_RAKING_COMMUTATIVE_ONLY><<<1, kThreads>>>(in, out, 50);
  expect_reduced();

  std::vector<int> sums_before(kCount);
  std::partial_sum(host.begin(), host.end() - 1, sums_before.begin() + 1);
  scan<cub::BLOCK_SCAN_WARP_SCANS><<<1, kThreads>>>(in, out);
  EXPECT(copy(out, kCount) == sums_before);
  scan<cub::BLOCK_SCAN_RAKING><<<1, kThreads>>>(in, out);
  EXPECT(copy(out, kCount) == sums_before);

  std::vector<int> sorted = host;
  std::sort(sorted.begin(), sorted.end());
  sort<<<1, kThreads>>>(in, out, counts);
  EXPECT(copy(out, kCount) == sorted);
  for (int bin = 0; bin < 8; ++bin) {
    EXPECT(copy(counts, 8)[bin] == std::count_if(host.begin(), host.end(), [=](int x) { return (x & 7) == bin; }));
  }

  warps<32><<<1, kThreads>>>(reals, sums, scans);
  EXPECT(copy(sums, 1)[0] == std::accumulate(numbers.begin(), numbers.begin() + 32, 0.0));
  EXPECT(copy(scans, kThreads)[40] == std::accumulate(numbers.begin() + 32, numbers.begin() + 41, 0.0));
  warps<16><<<1, kThreads>>>(reals, sums, scans);
  EXPECT(copy(sums, 3)[2] == std::accumulate(numbers.begin() + 32, numbers.begin() + 48, 0.0));
  warps<12><<<1, 12>>>(reals, sums, scans);  // Not a power of two: one of them to a warp, in shared memory.
  EXPECT(copy(scans, 12)[11] == std::accumulate(numbers.begin(), numbers.begin() + 12, 0.0));
  if (wrong == 0) printf("all right\n");
}
