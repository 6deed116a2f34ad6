// The host waits before it touches what kernels wrote; meanwhile it touches other managed memory, and reads what they
// read.
// CLEAN
// STDOUT: ^1 5 9 3$
#include <cstdio>

__managed__ int variable = 9;

__global__ void fill(int* data, const int* source) { data[threadIdx.x] = source[0]; }
__global__ void add() { variable -= 6; }

int main() {
  int *data, *other, *source;
  cudaMallocManaged(&data, 64 * sizeof(int));
  cudaMallocManaged(&other, 64 * sizeof(int));
  cudaMallocManaged(&source, sizeof(int));
  *source = 1;
  fill<<<1, 32>>>(data, source);
  other[0] = *source + 4;
  data[40] = 2;
  cudaDeviceSynchronize();
  printf("%d %d ", data[0], other[0]);
  printf("%d ", variable);
  add<<<1, 1>>>();
  cudaDeviceSynchronize();
  printf("%d\n", variable);
}
