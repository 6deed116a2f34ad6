// Host functions take part in the order of their stream.
// CLEAN
// STDOUT: ^5 6$
#include <cstdio>

__global__ void add(int* data) { *data += 1; }

void set(void* data) { *static_cast<int*>(data) = 5; }
void print(cudaStream_t, cudaError_t, void* data) { printf("%d ", *static_cast<int*>(data)); }

int main() {
  int* data;
  cudaMallocManaged(&data, sizeof(int));
  cudaStream_t s;
  cudaStreamCreate(&s);
  cudaLaunchHostFunc(s, set, data);
  cudaStreamAddCallback(s, print, data, 0);
  add<<<1, 1, 0, s>>>(data);
  cudaStreamSynchronize(s);
  printf("%d\n", *data);
}
