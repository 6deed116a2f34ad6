// cudaMemcpyToSymbol and FromSymbol of an array that is declared without its bound.
// CLEAN
// STDOUT: ^7 7$
#include <cstdio>

extern __constant__ int table[];

__global__ void look(int* out) { *out = table[2]; }

static void fill(const int* numbers) { cudaMemcpyToSymbol(table, numbers, 3 * sizeof(int)); }
static void fetch(int* numbers) { cudaMemcpyFromSymbol(numbers, table, 3 * sizeof(int)); }

__constant__ int table[3];

int main() {
  const int numbers[3] = {5, 6, 7};
  fill(numbers);
  int* out;
  cudaMallocManaged(&out, sizeof(int));
  look<<<1, 1>>>(out);
  cudaDeviceSynchronize();
  int back[3];
  fetch(back);
  std::printf("%d %d\n", *out, back[2]);
  cudaFree(out);
}
