// cudaDeviceSynchronize in a kernel, as nvcc took it until CUDA 11: what the block launched, and what that launched, is
// done; the thread may go on with it, others behind a barrier, and so may what it launches next, in any stream.
// COMPILE: -rdc=true -lcudadevrt
// CLEAN
// STDOUT: ^before\nchild\n28 28 too deep$
#include <cstdio>

__global__ void add(int* data, int n) { data[threadIdx.x] += n; }

__global__ void add_later(int* data, int n) {
  if (threadIdx.x == 0) {
    printf("child\n");
    add<<<1, 64>>>(data, n);
  }
}

__global__ void start(int* data) {
  data[threadIdx.x] = 1;
  __syncthreads();
  if (threadIdx.x == 0) {
    printf("before\n");
    add_later<<<1, 64>>>(data, 6);
    if (cudaDeviceSynchronize() != cudaSuccess) return;
    cudaStream_t other;
    cudaStreamCreateWithFlags(&other, cudaStreamNonBlocking);
    add<<<1, 64, 0, other>>>(data, 7);
    cudaStreamDestroy(other);
    cudaDeviceSynchronize();
  }
  __syncthreads();
  data[threadIdx.x] *= 2;
}

__global__ void deep(int* result, int depth) {
  if (depth == 0) {
    *result = cudaDeviceSynchronize() == cudaErrorSyncDepthExceeded;
    cudaGetLastError();
  } else {
    deep<<<1, 1>>>(result, depth - 1);
  }
}

int main() {
  int *data, *result;
  cudaMallocManaged(&data, 64 * sizeof(int));
  cudaMallocManaged(&result, sizeof(int));
  start<<<1, 64>>>(data);
  deep<<<1, 1>>>(result, 2);
  cudaDeviceSynchronize();
  printf("%d %d %s\n", data[0], data[63], *result ? "too deep" : "waited");
}
