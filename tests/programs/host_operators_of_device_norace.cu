// Operators that are the device's by `#if __CUDA_ARCH__`, and the host's otherwise, in a function of the host: in the
// device's pass nvcc does not ask who may call what. Also a name that is nowhere in a template that the device's pass
// does not use.
// CLEAN
// STDOUT: ^1.5 1.5 -1 2$
#include <cstdio>

struct Small {
  short units;
  __host__ __device__ explicit Small(float x) : units(static_cast<short>(x * 2)) {}
  __host__ __device__ operator float() const { return units * 0.5f; }
};
struct Wide {
  int units;
  __host__ __device__ Wide(const Small& x) : units(x.units) {}
};
__host__ __device__ Wide operator-(const Wide& a, const Wide&) { return a; }

#ifdef __CUDA_ARCH__
#define SIDES __device__
#else
#define SIDES __host__ __device__
#endif
SIDES Small operator-(const Small& a, const Small& b) { return Small((a.units - b.units) * 0.5f); }
struct Whole {
  int value;
};
SIDES Whole operator-(const Whole& a) { return {-a.value}; }
SIDES Whole operator+(const Whole& a, const Whole& b) { return {a.value + b.value}; }

#ifdef __CUDA_ARCH__
template <class T>
__host__ __device__ T angle(T x) {
  using ::no_such_function;
  return no_such_function(x);
}
#endif

Small on_host(const Small& a, const Small& b) { return a - b; }
Whole negated(const Whole& a) { return -a; }
Whole twice(const Whole& a) { return a + a; }

__global__ void subtract(float* out) { *out = Small(4.0f) - Small(2.5f); }

int main() {
  float* out;
  cudaMallocManaged(&out, sizeof(*out));
  subtract<<<1, 1>>>(out);
  cudaDeviceSynchronize();
  printf("%g %g %d %d\n", *out, static_cast<float>(on_host(Small(4.0f), Small(2.5f))), negated(Whole{1}).value,
         twice(Whole{1}).value);
  cudaFree(out);
}
