// cudaDeviceSynchronize() waits for the current device only.
// OPTIONS: --devices 2
// FINDING: race error global host-device write@a#0 read@b object=data element=data[0] size=4 message="the host reads data\[0\] while fill in the default stream of device 1 may still be running"
#include <cstdio>

__global__ void fill(int* data) {
  data[threadIdx.x] = 1;  // @a
}

int main() {
  int* data;
  cudaMallocManaged(&data, 64 * sizeof(int));
  cudaSetDevice(1);
  fill<<<1, 64>>>(data);
  cudaSetDevice(0);
  cudaDeviceSynchronize();
  std::printf("%d\n", data[0]);  // @b
}
