// C++'s attributes behind those of CUDA, in classes and of templates, by macros, too, as libcudf has them: nvcc takes
// them there.
// CLEAN
#include <cstdio>

#define BOTH __host__ __device__

struct Number {
  int value;
  BOTH explicit Number(int v) : value(v) {}
  BOTH [[nodiscard]] inline int get() const { return value; }
  __host__ __device__ [[nodiscard]] int twice() const { return 2 * value; }
  __device__ [[nodiscard]] static inline int three() { return 3; }
  template <class T>
  BOTH [[nodiscard]] constexpr T as() const {
    return T(value);
  }
  BOTH [[nodiscard]] explicit inline operator bool() const { return value != 0; }
};

template <class T>
__host__ __device__ [[nodiscard]] constexpr T sum(T a, T b) {
  return a + b;
}

__host__ __device__ [[nodiscard]] inline int one() { return 1; }

__global__ void kernel(int* out) {
  const Number n(5);
  out[0] = n.get() + n.twice() + Number::three() + n.as<int>() + sum(1, one()) + (n ? 10 : 0);
}

int main() {
  int* out;
  cudaMallocManaged(&out, sizeof(int));
  kernel<<<1, 1>>>(out);
  cudaDeviceSynchronize();
  std::printf("%d\n", out[0]);
  return out[0] == 35 && sum(Number(1).get(), one()) == 2 ? 0 : 1;
}
