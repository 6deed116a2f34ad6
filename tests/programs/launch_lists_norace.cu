// A list of numbers for the block in a launch's configuration.
// CLEAN
// STDOUT: ^24 24 48$
#include <cstdio>

template <int X, int Y>
__global__ void count(int* out) {
  atomicAdd(out, 1);
}

template <int X, int Y>
void launch(int* out, cudaStream_t stream) {
  const int blocks = 2;
  count<X, Y><<<dim3(blocks, 2), {X, Y, 1}, 0, stream>>>(out);
}

int main() {
  int* out;
  cudaMallocManaged(&out, 3 * sizeof(int));
  count<3, 2><<<4, {3, 2}>>>(out);
  count<3, 2>
      <<<4, {3, 2, 1}>>>(out + 1);
  launch<6, 2>(out + 2, 0);
  cudaDeviceSynchronize();
  printf("%d %d %d\n", out[0], out[1], out[2]);
}
