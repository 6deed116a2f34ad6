// Launches that a kernel cannot make: too deep, too many, of too many threads, in a stream of the host's. The kernel is
// told, and goes on.
// COMPILE: -rdc=true -lcudadevrt
// STDOUT: ^depth 24: cudaErrorLaunchMaxDepthExceeded$
// STDOUT: ^pending 16: cudaErrorLaunchPendingCountExceeded$
// STDOUT: ^threads: cudaErrorInvalid
// STDOUT: ^stream: cudaErrorInvalidResourceHandle$
// STDOUT: ^then: cudaSuccess$
// FINDING: api-error error none none *@never message="it failed with cudaErrorInvalid[A-Z][a-z]*, so the grid did not run, and nothing asked"
#include <cstdio>

__global__ void nothing() {}

__global__ void deeper(int depth) {
  deeper<<<1, 1>>>(depth + 1);
  const cudaError_t error = cudaGetLastError();
  if (error != cudaSuccess) printf("depth %d: %s\n", depth, cudaGetErrorName(error));
}

__global__ void more() {
  for (int i = 0; i < 20; ++i) {
    nothing<<<1, 1>>>();
    const cudaError_t error = cudaGetLastError();
    if (error == cudaSuccess) continue;
    printf("pending %d: %s\n", i, cudaGetErrorName(error));
    break;
  }
}

__global__ void wrong(cudaStream_t of_host) {
  nothing<<<1, 2048>>>();
  printf("threads: %s\n", cudaGetErrorName(cudaGetLastError()));
  nothing<<<1, 1, 0, of_host>>>();
  printf("stream: %s\n", cudaGetErrorName(cudaPeekAtLastError()));
  cudaGetLastError();
  nothing<<<1, 1, 1 << 20>>>();
  cudaGetLastError();
  printf("then: %s\n", cudaGetErrorName(cudaGetLastError()));
  nothing<<<1, 2048>>>();  // @never
}

int main() {
  deeper<<<1, 1>>>(1);
  cudaDeviceSetLimit(cudaLimitDevRuntimePendingLaunchCount, 16);
  more<<<1, 1>>>();
  cudaStream_t stream;
  cudaStreamCreate(&stream);
  wrong<<<1, 1>>>(stream);
  cudaDeviceSynchronize();
}
