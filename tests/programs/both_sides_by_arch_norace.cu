// Functions that are __host__ __device__ where __CUDA_ARCH__ is defined and the host's alone elsewhere, called in kernels.
// CLEAN
// STDOUT: ^9 14 8$
#include <cstdio>

#if defined(__CUDA_ARCH__)
#define BOTH __host__ __device__
#else
#define BOTH
#endif

inline BOTH int twice(int x) { return 2 * x; }

struct Number {
  BOTH Number(int first) : value(first) {}
  BOTH int get() const { return value; }
  BOTH Number operator+(Number other) const { return Number(value + other.value); }
  int value;
};

template <class T>
__global__ void of_template(T* out) {
  out[0] = twice(out[0]) + 1;
}

__device__ int helper(int x) { return twice(x); }

__global__ void plain(int* out) {
  const Number number(3);
  out[1] = helper((number + Number(4)).get());
}

int main() {
  int* out;
  cudaMallocManaged(&out, 2 * sizeof(int));
  out[0] = 4;
  of_template<<<1, 1>>>(out);
  plain<<<1, 1>>>(out);
  cudaDeviceSynchronize();
  printf("%d %d %d\n", out[0], out[1], twice(4));
}
