// Arguments are evaluated once, converted on the host and copied to each thread.
// CLEAN
// STDOUT: ^2 1 7 0$
#include <cstdio>

struct Big {
  int values[64];
};

__global__ void k(int* out, long long converted, Big big, int counter) {
  big.values[threadIdx.x] += counter;
  counter += 1;
  out[threadIdx.x] = big.values[threadIdx.x] + converted;
}

static int calls = 0;
static int next() { return ++calls; }

int main() {
  int* out;
  cudaMallocManaged(&out, 64 * sizeof(int));
  Big big{};
  big.values[5] = 5;
  double fraction = 1.9;
  k<<<1, 64>>>(out, fraction, big, next());
  cudaDeviceSynchronize();
  printf("%d %d %d %d\n", out[63], calls, out[5], big.values[63]);
}
