// Lesson 9: a rotation with the permissions that a proof would state. in the notation of VerCors.
#include <cstdio>

/*@
  requires threadIdx.x == 0 ==> \pointer_index(data, n - 1, write);
  requires threadIdx.x != 0 ==> \pointer_index(data, threadIdx.x - 1, write);
@*/
__global__ void rotate(int* data, int n) {
  int tid = threadIdx.x;
  int value = tid == 0 ? data[n - 1] : data[tid - 1];
  /*@
    requires threadIdx.x == 0 ==> \pointer_index(data, n - 1, write);
    requires threadIdx.x != 0 ==> \pointer_index(data, threadIdx.x - 1, write);
    ensures \pointer_index(data, threadIdx.x, 1\2);
  @*/
  __syncthreads();
  data[tid] = value;
}

int main() {
  int* data;
  cudaMallocManaged(&data, 8 * sizeof(int));
  for (int i = 0; i < 8; ++i) data[i] = i;
  rotate<<<1, 8>>>(data, 8);
  cudaDeviceSynchronize();
  for (int i = 0; i < 8; ++i) printf("%d ", data[i]);
  printf("\n");
}
