// A template's constant, initialised where it is declared, whose type is float in kernels alone: nvcc takes it.
// CLEAN
// STDOUT: ^1.25 2.25 3$
#include <cstdio>

template <class T>
struct Sum {
  static const T zero = static_cast<T>(0.25);
  __device__ T operator()(T a) const { return a + zero; }
};

__global__ void k(float* out) {
  out[0] = Sum<float>()(1);
  out[1] = float(Sum<double>()(2));
  out[2] = Sum<int>()(3);
}

int main() {
  float *out, back[3];
  cudaMalloc(&out, sizeof back);
  k<<<1, 1>>>(out);
  cudaMemcpy(back, out, sizeof back, cudaMemcpyDeviceToHost);
  printf("%g %g %g\n", back[0], back[1], back[2]);
}
