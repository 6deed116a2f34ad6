// A member of a base class that depends on a template's parameter, called in device code without this->.
// CLEAN
// STDOUT: ^2\.5 3$
#include <cstdio>

struct Codes {
  static __device__ int next(int code) { return code + 1; }
  __device__ float decode(int code) const { return code * factor; }
  float factor = 0.5F;
};

template <int N>
struct Stored : Codes {
  int code[N];
};

template <int N>
struct Heap : Stored<N> {
  using Stored<N>::code;
  __device__ float first() const;
  __device__ int second() const;
};

template <int N>
__device__ float Heap<N>::first() const {
  return decode(code[0]);
}

template <int N>
__device__ int Heap<N>::second() const {
  return next(code[1]);
}

__global__ void read(float* out) {
  Heap<2> heap;
  heap.code[0] = 5;
  heap.code[1] = 2;
  out[0] = heap.first();
  out[1] = heap.second();
}

int main() {
  float* out;
  cudaMallocManaged(&out, 2 * sizeof(float));
  read<<<1, 1>>>(out);
  cudaDeviceSynchronize();
  printf("%g %g\n", out[0], out[1]);
}
