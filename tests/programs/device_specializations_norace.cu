// Specializations for the device, and such that name no side, of function templates that are __host__ __device__; also
// by a macro, as libcudf has them.
// CLEAN
// STDOUT: ^5 0\.5$
#include <cstdio>

template <class T>
inline __host__ __device__ float as_float(T t);
template <>
inline __host__ __device__ float as_float(float f) {
  return f;
}
template <>
inline __device__ float as_float(int i) {
  return static_cast<float>(i);
}

template <class T>
__host__ __device__ inline constexpr int number_of() {
  return 0;
}
#define NUMBER_OF(Type, number)               \
  template <>                                 \
  constexpr inline int number_of<Type>() {    \
    return number;                            \
  }
NUMBER_OF(char, 1)
NUMBER_OF(int, 2)

struct Numbers {
  template <class T>
  static __host__ __device__ T one() {
    return T(1);
  }
};

template <>
__device__ float Numbers::one<float>() {
  return 1.0F;
}

__global__ void sum(float* out) { out[0] = as_float(3) + as_float(1.0F) + Numbers::one<float>() + (number_of<char>() - 1); }

int main() {
  float* out;
  cudaMallocManaged(&out, sizeof(float));
  sum<<<1, 1>>>(out);
  cudaDeviceSynchronize();
  static_assert(number_of<int>() == 2);
  printf("%g %g\n", out[0], as_float(0.5F));
}
