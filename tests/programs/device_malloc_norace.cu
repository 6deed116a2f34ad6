// malloc(), free(), new and delete in kernels.
// CLEAN
// STDOUT: ^62$
#include <cstdio>

__global__ void k(int* out) {
  int* mine = static_cast<int*>(malloc(4 * sizeof(int)));
  int* more = new int[2];
  mine[3] = threadIdx.x;
  more[1] = threadIdx.x;
  out[threadIdx.x] = mine[3] + more[1];
  free(mine);
  delete[] more;
}

int main() {
  int* out;
  cudaMallocManaged(&out, 32 * sizeof(int));
  k<<<1, 32>>>(out);
  cudaDeviceSynchronize();
  printf("%d\n", out[31]);
}
