// A kernel is launched in a stream of another device than the current one.
// OPTIONS: --devices 2
// FINDING: api-error error none none *@launch message="kernel launch: its stream is of device 0, but device 1 is current: call cudaSetDevice\(0\) before"
// EXIT: 66
#include <cstdlib>

__global__ void fill(int* data) {
  data[threadIdx.x] = 1;
}

int main() {
  int* data;
  cudaMalloc(&data, 64 * sizeof(int));
  cudaStream_t stream;
  cudaStreamCreate(&stream);
  cudaSetDevice(1);
  fill<<<1, 64, 0, stream>>>(data);  // @launch
  if (cudaGetLastError() != cudaErrorInvalidResourceHandle) std::abort();
}
