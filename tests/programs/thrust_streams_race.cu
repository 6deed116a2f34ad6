// Algorithms in two streams: par_nosync does not wait for its stream, par does.
// NEEDS: thrust/version.h
// FINDING: race error global stream write@first write@second
#include <thrust/device_vector.h>
#include <thrust/fill.h>
#include <thrust/transform.h>

int main() {
  cudaStream_t a, b;
  cudaStreamCreate(&a);
  cudaStreamCreate(&b);
  thrust::device_vector<int> ordered(100), values(100);
  thrust::fill(thrust::cuda::par.on(a), ordered.begin(), ordered.end(), 1);
  thrust::fill(thrust::cuda::par.on(b), ordered.begin(), ordered.end(), 2);
  cudaDeviceSynchronize();
  thrust::fill(thrust::cuda::par_nosync.on(a), values.begin(), values.end(), 1);  // @first
  thrust::fill(thrust::cuda::par_nosync.on(b), values.begin(), values.end(), 2);  // @second
  cudaDeviceSynchronize();
  cudaStreamDestroy(a);
  cudaStreamDestroy(b);
}
