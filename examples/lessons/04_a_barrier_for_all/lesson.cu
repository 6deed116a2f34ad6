// Lesson 4: a sum by halves. Threads that have nothing more to add leave the loop.
#include <cstdio>

__global__ void sum(int* data) {
  int t = threadIdx.x;
  for (int half = blockDim.x / 2; half > 0; half /= 2) {
    if (t >= half) break;
    data[t] += data[t + half];
    __syncthreads();
  }
  __syncthreads();
}

int main() {
  int* data;
  cudaMallocManaged(&data, 8 * sizeof(int));
  for (int i = 0; i < 8; ++i) data[i] = i;
  sum<<<1, 8>>>(data);
  printf("%s\n", cudaGetErrorString(cudaDeviceSynchronize()));
}
