// Algorithms that go past the end of an allocation, and that read what nobody has written, are told by the call's line.
// NEEDS: thrust/version.h
// FINDING: out-of-bounds error global * write@fill size=4 bytes=400
// FINDING: out-of-bounds error global * read@sum size=4 bytes=400
// FINDING: uninitialized-read error global * read@scan bytes=400
#include <thrust/device_malloc.h>
#include <thrust/execution_policy.h>
#include <thrust/fill.h>
#include <thrust/reduce.h>
#include <thrust/scan.h>

int main() {
  int* data = nullptr;
  cudaMalloc(&data, 100 * sizeof(int));
  thrust::fill(thrust::device, data, data + 101, 1);                            // @fill
  const int sum = thrust::reduce(thrust::device, data, data + 101);             // @sum
  thrust::device_ptr<int> fresh = thrust::device_malloc<int>(100);
  thrust::inclusive_scan(fresh, fresh + 100, thrust::device_pointer_cast(data));  // @scan
  return sum == 0;
}
