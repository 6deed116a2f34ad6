// The functor of for_each runs in many threads: here all of them write the same word.
// NEEDS: thrust/version.h
// FINDING: race error global * write@write write@write element=total[0]
// FINDING-COUNT: 1
#include <thrust/device_vector.h>
#include <thrust/for_each.h>

__device__ int total[2];

struct Keep {
  __device__ void operator()(int x) const {
    total[0] = x;  // @write
  }
};

int main() {
  int host[200];
  for (int i = 0; i < 200; ++i) host[i] = i;
  const thrust::device_vector<int> values(host, host + 200);
  thrust::for_each(values.begin(), values.end(), Keep());
}
