// After a kernel has failed, every call returns its error, and nothing is launched any more.
// FINDING: invalid-address error * * write@w launch=1
// STDOUT: ^700 700 700 700 700$
#include <cstdio>

__global__ void fails(int* data) {
  *data = 1;  // @w
}

int main() {
  int* data;
  fails<<<1, 1>>>(nullptr);
  int a = cudaDeviceSynchronize();
  int b = cudaMalloc(&data, sizeof(int));
  int c = cudaGetLastError();
  fails<<<1, 1>>>(nullptr);
  int d = cudaPeekAtLastError();
  printf("%d %d %d %d %d\n", a, b, c, d, cudaDeviceSynchronize());
}
