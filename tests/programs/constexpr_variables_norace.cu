// A constexpr variable of the device's has its value on the host, too, where it is no constant expression.
// CLEAN
// STDOUT: ^12 34 7 7 12 34 5 5$
#include <array>
#include <cstdio>

__device__ static constexpr std::array table{10, 12, 14};
__constant__ constexpr int numbers[] = {30, 34};
template <class T>
struct Limits {
  __device__ static constexpr T kAll[2] = {5, 7};
};
__device__ int changing = 5;

__host__ __device__ int of_table(int i) { return table.data()[i]; }
__host__ __device__ const int* of_numbers() { return numbers; }

__global__ void k(int i, int* out) {
  out[0] = of_table(i);
  out[1] = of_numbers()[i];
  out[2] = Limits<int>::kAll[i];
  out[3] = changing;
}

int main(int argc, char**) {
  int *out, copied, limit;
  cudaMallocManaged(&out, 4 * sizeof(int));
  k<<<1, 1>>>(argc, out);
  cudaDeviceSynchronize();
  cudaMemcpyFromSymbol(&copied, changing, sizeof copied);
  limit = Limits<int>::kAll[argc];
  printf("%d %d %d %d %d %d %d %d\n", of_table(argc), of_numbers()[argc], limit, out[2], out[0], out[1], out[3], copied);
}
