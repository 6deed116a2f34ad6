// Packed flags, fixed: a byte for each thread. Neighbouring bytes are different places: no race.
// CLEAN
// STDOUT: ^counted$
#include <cstdio>

__global__ void count_odd(const int* data, int* count) {
  __shared__ char odd[64];
  int t = threadIdx.x;
  odd[t] = data[t] % 2;
  __syncthreads();
  if (t == 0) {
    *count = 0;
    for (int i = 0; i < 64; ++i) *count += odd[i];
  }
}

int main() {
  int *data, *count;
  cudaMallocManaged(&data, 64 * sizeof(int));
  cudaMallocManaged(&count, sizeof(int));
  for (int i = 0; i < 64; ++i) data[i] = i;
  count_odd<<<1, 64>>>(data, count);
  cudaDeviceSynchronize();
  if (*count != 32) return printf("count is %d\n", *count), 1;
  printf("counted\n");
}
