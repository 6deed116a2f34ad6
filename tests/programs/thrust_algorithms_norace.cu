// Thrust on the device: algorithms with iterators, raw pointers and streams give what the host's give.
// CLEAN
// NEEDS: thrust/version.h
// STDOUT: ^all right$
#include <thrust/adjacent_difference.h>
#include <thrust/binary_search.h>
#include <thrust/copy.h>
#include <thrust/count.h>
#include <thrust/device_vector.h>
#include <thrust/execution_policy.h>
#include <thrust/extrema.h>
#include <thrust/find.h>
#include <thrust/for_each.h>
#include <thrust/gather.h>
#include <thrust/host_vector.h>
#include <thrust/inner_product.h>
#include <thrust/iterator/counting_iterator.h>
#include <thrust/iterator/transform_iterator.h>
#include <thrust/iterator/zip_iterator.h>
#include <thrust/merge.h>
#include <thrust/partition.h>
#include <thrust/reduce.h>
#include <thrust/remove.h>
#include <thrust/scan.h>
#include <thrust/scatter.h>
#include <thrust/sequence.h>
#include <thrust/set_operations.h>
#include <thrust/sort.h>
#include <thrust/system_error.h>
#include <thrust/transform.h>
#include <thrust/transform_reduce.h>
#include <thrust/transform_scan.h>
#include <thrust/unique.h>

#include <algorithm>
#include <numeric>
#include <vector>

static int wrong = 0;
static void expect(bool right, int line) {
  if (!right) printf("line %d is wrong\n", line), ++wrong;
}
#define EXPECT(condition) expect(condition, __LINE__)

template <class T>
bool equal(const thrust::device_vector<T>& device, const std::vector<T>& host) {
  const thrust::host_vector<T> copy = device;
  return std::equal(copy.begin(), copy.end(), host.begin(), host.end());
}

struct Square {
  __device__ int operator()(int x) const { return x * x; }
};
struct IsEven {
  __host__ __device__ bool operator()(int x) const { return x % 2 == 0; }
};
struct Count {
  unsigned int* counts;
  __device__ void operator()(int x) const { atomicAdd(&counts[x % 8], 1U); }
};

int main() {
  const int n = 700;
  std::vector<int> host(n);
  unsigned int seed = 1;
  for (int& x : host) x = static_cast<int>((seed = seed * 1664525 + 1013904223) >> 20);
  const thrust::device_vector<int> input(host.begin(), host.end());

  thrust::device_vector<int> values = input;
  thrust::sort(values.begin(), values.end());
  std::vector<int> sorted = host;
  std::sort(sorted.begin(), sorted.end());
  EXPECT(equal(values, sorted));
  EXPECT(values[0] == sorted[0] && values.back() == sorted.back());
  thrust::sort(thrust::device, values.begin(), values.end(), thrust::greater<int>());
  EXPECT(equal(values, std::vector<int>(sorted.rbegin(), sorted.rend())));

  thrust::device_vector<int> keys = input, indices(n);
  thrust::sequence(indices.begin(), indices.end());
  thrust::stable_sort_by_key(keys.begin(), keys.end(), indices.begin());
  thrust::device_vector<int> gathered(n), scattered(n);
  thrust::gather(indices.begin(), indices.end(), input.begin(), gathered.begin());
  EXPECT(equal(gathered, sorted));
  thrust::scatter(gathered.begin(), gathered.end(), indices.begin(), scattered.begin());
  EXPECT(equal(scattered, host));

  EXPECT(thrust::reduce(input.begin(), input.end()) == std::accumulate(host.begin(), host.end(), 0));
  EXPECT(thrust::reduce(input.begin(), input.end(), 0, thrust::maximum<int>()) == sorted.back());
  EXPECT(thrust::max_element(input.begin(), input.end()) - input.begin() ==
         std::max_element(host.begin(), host.end()) - host.begin());
  EXPECT(thrust::count_if(input.begin(), input.end(), IsEven()) == std::count_if(host.begin(), host.end(), IsEven()));
  EXPECT(thrust::find(input.begin(), input.end(), host[50]) - input.begin() ==
         std::find(host.begin(), host.end(), host[50]) - host.begin());
  EXPECT(thrust::inner_product(input.begin(), input.end(), input.begin(), 0LL) ==
         std::inner_product(host.begin(), host.end(), host.begin(), 0LL));
  EXPECT(thrust::transform_reduce(input.begin(), input.end(), Square(), 0LL, thrust::plus<long long>()) ==
         std::inner_product(host.begin(), host.end(), host.begin(), 0LL));

  std::vector<int> expected(n);
  thrust::device_vector<int> result(n);
  thrust::inclusive_scan(input.begin(), input.end(), result.begin());
  std::partial_sum(host.begin(), host.end(), expected.begin());
  EXPECT(equal(result, expected));
  thrust::exclusive_scan(thrust::device, thrust::raw_pointer_cast(input.data()),
                         thrust::raw_pointer_cast(input.data()) + n, thrust::raw_pointer_cast(result.data()), 7);
  for (int i = n; i-- > 0;) expected[i] = 7 + (i == 0 ? 0 : expected[i - 1]);
  EXPECT(equal(result, expected));
  thrust::adjacent_difference(input.begin(), input.end(), result.begin());
  std::adjacent_difference(host.begin(), host.end(), expected.begin());
  EXPECT(equal(result, expected));
  thrust::transform(input.begin(), input.end(), thrust::make_counting_iterator(0), result.begin(), thrust::minus<int>());
  for (int i = 0; i < n; ++i) expected[i] = host[i] - i;
  EXPECT(equal(result, expected));

  result.resize(thrust::copy_if(input.begin(), input.end(), result.begin(), IsEven()) - result.begin());
  std::vector<int> even;
  std::copy_if(host.begin(), host.end(), std::back_inserter(even), IsEven());
  EXPECT(equal(result, even));
  values = input;
  values.erase(thrust::remove_if(values.begin(), values.end(), IsEven()), values.end());
  EXPECT(values.size() == n - even.size());
  values = input;
  EXPECT(thrust::stable_partition(values.begin(), values.end(), IsEven()) - values.begin() ==
         static_cast<int>(even.size()));
  values = keys;
  values.erase(thrust::unique(values.begin(), values.end()), values.end());
  std::vector<int> distinct = sorted;
  distinct.erase(std::unique(distinct.begin(), distinct.end()), distinct.end());
  EXPECT(equal(values, distinct));

  thrust::device_vector<int> counts(n), ones(n, 1), unique_keys(n);
  const auto ends = thrust::reduce_by_key(keys.begin(), keys.end(), ones.begin(), unique_keys.begin(), counts.begin());
  EXPECT(ends.first - unique_keys.begin() == static_cast<int>(distinct.size()));
  EXPECT(thrust::reduce(counts.begin(), ends.second) == n);
  thrust::device_vector<int> merged(values.size() + keys.size());
  thrust::merge(values.begin(), values.end(), keys.begin(), keys.end(), merged.begin());
  EXPECT(thrust::is_sorted(merged.begin(), merged.end()));
  thrust::device_vector<int> common(n);
  EXPECT(thrust::set_intersection(values.begin(), values.end(), keys.begin(), keys.end(), common.begin()) -
             common.begin() == static_cast<int>(distinct.size()));
  EXPECT(thrust::binary_search(values.begin(), values.end(), distinct[3]));

  thrust::device_vector<unsigned int> histogram(8);
  thrust::for_each(input.begin(), input.end(), Count{thrust::raw_pointer_cast(histogram.data())});
  EXPECT(histogram[3] == std::count_if(host.begin(), host.end(), [](int x) { return x % 8 == 3; }));
  auto pairs = thrust::make_zip_iterator(thrust::make_tuple(keys.begin(), indices.begin()));
  thrust::sort(pairs, pairs + n, [] __device__(const thrust::tuple<int, int>& a, const thrust::tuple<int, int>& b) {
    return thrust::get<1>(a) < thrust::get<1>(b);
  });
  EXPECT(equal(keys, host));

  cudaStream_t stream;
  cudaStreamCreate(&stream);
  int* pointer = nullptr;
  cudaMallocAsync(&pointer, n * sizeof(int), stream);
  thrust::fill(thrust::cuda::par.on(stream), pointer, pointer + n, 3);
  thrust::inclusive_scan(thrust::cuda::par_nosync.on(stream), pointer, pointer + n, pointer);
  EXPECT(thrust::reduce(thrust::cuda::par.on(stream), pointer, pointer + n) == 3 * n * (n + 1) / 2);
  cudaFreeAsync(pointer, stream);
  cudaStreamDestroy(stream);

  bool thrown = false;
  try {
    thrust::device_vector<double> large(std::size_t{1} << 50);
  } catch (const std::bad_alloc&) {
    thrown = true;
  }
  EXPECT(thrown);
  if (wrong == 0) printf("all right\n");
}
