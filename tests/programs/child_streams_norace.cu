// An event orders what a kernel launches in two of its streams; what two blocks launch may write parts of an array.
// COMPILE: -rdc=true -lcudadevrt
// CLEAN
// STDOUT: ^2 0 1$
#include <cstdio>

__global__ void fill(int* data) { data[threadIdx.x] = 1; }
__global__ void twice(int* data) { data[threadIdx.x] *= 2; }
__global__ void put(int* other, int block) { other[threadIdx.x] = block; }

__global__ void start(int* data) {
  cudaStream_t s, t;
  cudaEvent_t filled;
  cudaStreamCreateWithFlags(&s, cudaStreamNonBlocking);
  cudaStreamCreateWithFlags(&t, cudaStreamNonBlocking);
  cudaEventCreateWithFlags(&filled, cudaEventDisableTiming);
  fill<<<1, 64, 0, s>>>(data);
  cudaEventRecord(filled, s);
  cudaStreamWaitEvent(t, filled, 0);
  twice<<<1, 64, 0, t>>>(data);
  cudaEventDestroy(filled);
  cudaStreamDestroy(s);
  cudaStreamDestroy(t);
}

__global__ void start_blocks(int* other) { put<<<1, 64>>>(other + blockIdx.x * 64, blockIdx.x); }

int main() {
  int *data, *other;
  cudaMallocManaged(&data, 64 * sizeof(int));
  cudaMallocManaged(&other, 128 * sizeof(int));
  start<<<1, 1>>>(data);
  start_blocks<<<2, 1>>>(other);
  cudaDeviceSynchronize();
  printf("%d %d %d\n", data[63], other[63], other[127]);
}
