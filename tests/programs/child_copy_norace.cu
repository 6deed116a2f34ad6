// A kernel has memory filled and copied, in the order of its stream; its memory comes from its heap.
// COMPILE: -rdc=true -lcudadevrt
// CLEAN
// STDOUT: ^257 258$
#include <cstdio>

__global__ void add(int* data) { data[threadIdx.x] += 1; }
__global__ void end(int* mine) { cudaFree(mine); }

__global__ void start(int* to) {
  int* mine;
  if (cudaMalloc(&mine, 64 * sizeof(int)) != cudaSuccess) return;
  cudaMemsetAsync(mine, 1, 64 * sizeof(int), 0);
  cudaMemcpyAsync(to, mine, 32 * sizeof(int), cudaMemcpyDeviceToDevice, 0);
  add<<<1, 64>>>(mine);
  cudaMemcpyAsync(to + 32, mine, 32 * sizeof(int), cudaMemcpyDeviceToDevice, 0);
  end<<<1, 1>>>(mine);
}

int main() {
  int* to;
  cudaMallocManaged(&to, 64 * sizeof(int));
  start<<<1, 1>>>(to);
  cudaDeviceSynchronize();
  printf("%d %d\n", to[0] & 0xffff, to[63] & 0xffff);
}
