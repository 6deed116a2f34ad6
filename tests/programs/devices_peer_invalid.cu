// A kernel reads the memory of another device, which it was not given access to.
// OPTIONS: --devices 3
// FINDING: invalid-address error global none read@read object=from bytes=256 launch=2 message="a thread reads memory of device 0, allocated at .*cu:[0-9]+, but runs on device 2, which may not access it" hint="while device 2 is current, call cudaDeviceEnablePeerAccess\(0, 0\) before the launch"
// EXIT: 66
#include <cstdlib>

__global__ void fill(int* data) {
  data[threadIdx.x] = 1;
}

__global__ void copy(int* to, const int* from) {
  to[threadIdx.x] = from[threadIdx.x];  // @read
}

void check(bool right) {
  if (!right) std::abort();
}

int main() {
  int *from, *to;
  cudaMalloc(&from, 64 * sizeof(int));
  fill<<<1, 64>>>(from);
  check(cudaDeviceEnablePeerAccess(2, 0) == cudaSuccess);  // The other way round.
  cudaDeviceSynchronize();
  cudaSetDevice(2);
  cudaMalloc(&to, 64 * sizeof(int));
  copy<<<1, 64>>>(to, from);
  check(cudaDeviceSynchronize() == cudaErrorIllegalAddress);
  check(cudaMalloc(&to, 4) == cudaErrorIllegalAddress);  // The device is lost, the others are not.
  check(cudaSetDevice(0) == cudaSuccess && cudaMalloc(&to, 4) == cudaSuccess);
}
