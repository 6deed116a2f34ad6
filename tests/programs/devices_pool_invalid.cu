// Memory of a pool is accessed by other devices as the pool says, whatever cudaDeviceEnablePeerAccess said.
// OPTIONS: --devices 2
// FINDING: invalid-address error global none write@write object=data message="a thread writes memory of device 0, .* but runs on device 1, which may not access it" hint="it is of a memory pool: call cudaMemPoolSetAccess for device 1 before the launch"
// EXIT: 66
__global__ void fill(int* data) {
  data[threadIdx.x] = 1;  // @write
}

int main() {
  int* data;
  cudaMallocAsync(&data, 64 * sizeof(int), nullptr);
  cudaDeviceSynchronize();
  cudaSetDevice(1);
  cudaDeviceEnablePeerAccess(0, 0);
  fill<<<1, 64>>>(data);
  return cudaDeviceSynchronize() == cudaErrorIllegalAddress ? 0 : 1;
}
