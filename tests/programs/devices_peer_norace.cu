// Kernels access the memory of other devices: by reads, writes and atomic operations, while they may.
// OPTIONS: --devices 3
// CLEAN
#include <cstdlib>

__device__ int sum;

__global__ void fill(int* data) {
  data[threadIdx.x] = threadIdx.x;
}

__global__ void add(int* to, const int* from) {
  __shared__ int tile[64];
  tile[threadIdx.x] = from[threadIdx.x];
  __syncthreads();
  to[threadIdx.x] = 2 * tile[63 - threadIdx.x];
  atomicAdd(to + 64, 1);
  if (threadIdx.x == 0) sum = 1;
}

void check(bool right) {
  if (!right) std::abort();
}

int main() {
  int can, value, *from, *to;
  check(cudaDeviceCanAccessPeer(&can, 0, 2) == cudaSuccess && can == 1);
  check(cudaDeviceCanAccessPeer(&can, 2, 2) == cudaSuccess && can == 0);
  check(cudaDeviceGetP2PAttribute(&value, cudaDevP2PAttrNativeAtomicSupported, 0, 1) == cudaSuccess && value == 1);
  check(cudaDeviceEnablePeerAccess(0, 0) == cudaErrorInvalidDevice);
  cudaGetLastError();

  cudaMalloc(&from, 64 * sizeof(int));
  fill<<<1, 64>>>(from);
  cudaDeviceSynchronize();
  cudaSetDevice(2);
  cudaMalloc(&to, 65 * sizeof(int));
  cudaMemset(to, 0, 65 * sizeof(int));
  cudaDeviceSynchronize();
  // Of the three, one whose memory is none of theirs.
  cudaSetDevice(1);
  check(cudaDeviceEnablePeerAccess(0, 0) == cudaSuccess);
  check(cudaDeviceEnablePeerAccess(2, 0) == cudaSuccess);
  add<<<1, 64>>>(to, from);
  check(cudaDeviceSynchronize() == cudaSuccess);
  check(cudaMemcpy(&value, to + 3, sizeof value, cudaMemcpyDeviceToHost) == cudaSuccess && value == 120);
  check(cudaMemcpy(&value, to + 64, sizeof value, cudaMemcpyDeviceToHost) == cudaSuccess && value == 64);
  check(cudaDeviceDisablePeerAccess(2) == cudaSuccess);
}
