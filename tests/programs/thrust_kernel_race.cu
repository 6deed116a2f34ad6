// A kernel races on the memory of a device_vector, named by its parameter and the line of the vector.
// NEEDS: thrust/version.h
// FINDING: race error global intra-block write@both read@both object=data bytes=512 element=data[1] occurrences=126
#include <thrust/device_vector.h>

__global__ void shift(int* data, int n) {
  const int i = threadIdx.x;
  if (i + 1 < n) data[i] = data[i + 1];  // @both
}

int main() {
  thrust::device_vector<int> values(128, 1);
  values[5] = 6;
  shift<<<1, 128>>>(thrust::raw_pointer_cast(values.data()), static_cast<int>(values.size()));
  return cudaDeviceSynchronize() == cudaSuccess && values[4] + values[5] == 7 ? 0 : 1;
}
