// Launches through function pointers, arrays of them, members and references.
// CLEAN
// STDOUT: ^1 2 3 4$
#include <cstdio>

__global__ void one(int* place) { *place += 1; }

__global__ void two(int* place) { *place += 2; }

using Kernel = void (*)(int*);

struct Holder {
  Kernel kernel;
};

int main() {
  int* data;
  cudaMallocManaged(&data, 4 * sizeof(int));
  cudaMemset(data, 0, 4 * sizeof(int));
  Kernel kernel = one;
  const Kernel kernels[] = {one, two};
  Holder holder{kernels[1]};
  void (&reference)(int*) = two;
  kernel<<<1, 1>>>(data);
  kernels[1]<<<1, 1>>>(data + 1);
  holder.kernel<<<1, 1>>>(data + 2);
  (*kernel)<<<1, 1>>>(data + 2);
  reference<<<1, 1>>>(data + 3);
  (kernel == two ? one : two)<<<1, 1>>>(data + 3);
  cudaDeviceSynchronize();
  printf("%d %d %d %d\n", data[0], data[1], data[2], data[3]);
}
