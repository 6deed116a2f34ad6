// A kernel with more than 256 places where lanes wait, behind one whose threads leave other things in the same memory.
// CLEAN
// STDOUT: ^right right$
#include <cstdio>

#define TWICE(x) x x
#define MANY(x) TWICE(TWICE(TWICE(TWICE(TWICE(TWICE(TWICE(TWICE(TWICE(x)))))))))

__global__ void fill(int* out) {
  int kept[32];
  for (int i = 0; i < 32; ++i) kept[i] = ~out[i];
  __syncthreads();
  int sum = 0;
  for (int i = 0; i < 32; ++i) sum += kept[(i + threadIdx.x) % 32];
  out[threadIdx.x] = sum;
}

__global__ void many(int* out) {
  int a = threadIdx.x;
  MANY(a = __shfl_xor_sync(~0u, a, 5) + 1;)
  out[threadIdx.x] = a;
}

int main() {
  int* data;
  cudaMallocManaged(&data, 64 * sizeof(int));
  for (int i = 0; i < 64; ++i) data[i] = 0;
  fill<<<1, 32>>>(data);
  cudaDeviceSynchronize();
  printf("%s ", data[3] == -32 ? "right" : "wrong");
  many<<<1, 64>>>(data);
  cudaDeviceSynchronize();
  bool right = true;
  for (int i = 0; i < 64; ++i) right = right && data[i] == i + 512;
  printf("%s\n", right ? "right" : "wrong");
}
