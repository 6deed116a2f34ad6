// Variables of the device that nobody may change, as Thrust's execution policies are, with several devices: each device
// has them, and none is given another's.
// OPTIONS: --devices 2
// CLEAN
// STDOUT: ^7 3 5 1 7 3 5 2$
#include <cstdio>

struct Policy {
  int chunk;
};
__device__ static const Policy policy = {7};
static const __device__ int table[2] = {1, 3};
__constant__ const int limit = 5;
__device__ int count;

__global__ void look(int* to, int i) {
  to[0] = reinterpret_cast<const volatile int*>(&policy)[0];
  to[1] = table[i];
  to[2] = *const_cast<const volatile int*>(&limit);
  to[3] = count;
}

int main() {
  for (int device = 0; device < 2; ++device) {
    cudaSetDevice(device);
    const int value = device + 1;
    cudaMemcpyToSymbol(count, &value, sizeof(value));
  }
  for (int device = 0; device < 2; ++device) {
    cudaSetDevice(device);
    int* to;
    cudaMallocManaged(&to, 4 * sizeof(*to));
    look<<<1, 1>>>(to, 1);
    cudaDeviceSynchronize();
    printf(device == 0 ? "%d %d %d %d " : "%d %d %d %d\n", to[0], to[1], to[2], to[3]);
    cudaFree(to);
  }
}
