// To what half and bfloat16 convert by themselves, and which of several functions is chosen for them: as with NVIDIA's
// headers, whose conversions are a function for each type. On both sides.
// CLEAN
// STDOUT: ^0 wrong$
#include <cuda_bf16.h>
#include <cuda_fp16.h>

#include <cstdio>
#include <type_traits>

__host__ __device__ int chosen(float) { return 1; }
__host__ __device__ int chosen(double) { return 2; }
__host__ __device__ int integer(long long value) { return static_cast<int>(value); }
__host__ __device__ int real(double value) { return static_cast<int>(value * 4); }
template <class To, class From>
__host__ __device__ To through_reference(const From& from) {
  const To& to = from;
  return to;
}
struct Narrower {
  signed char little;
  unsigned short more;
  unsigned long long most;
};
class FromFloat {
 public:
  __host__ __device__ FromFloat(float value) : value_(value) {}
  __host__ __device__ float value() const { return value_; }

 private:
  float value_;
};

template <class T>
__host__ __device__ int wrong_conversions() {
  int wrong = 0;
  const T x = T(2.75f), zero = T(0.0f), minus = T(-3.5f);
  static_assert(std::is_convertible<T, int>::value && std::is_convertible<T, unsigned char>::value, "integers");
  static_assert(std::is_convertible<T, bool>::value && std::is_convertible<T, double>::value, "and others");
  static_assert(!std::is_convertible<T, int*>::value && !std::is_convertible<T, Narrower>::value, "no places");
  wrong += chosen(x) != 1;
  wrong += integer(x) != 2;
  wrong += real(x) != 11;
  const int i = x;
  const unsigned char c = x;
  const signed char s = minus;
  const long l = minus;
  const double d = x;
  wrong += i != 2 || c != 2 || s != -3 || l != -3 || d != 2.75;
  const Narrower listed{minus, x, x};  // Not narrowed: each by its own function.
  wrong += listed.little != -3 || listed.more != 2 || listed.most != 2;
  wrong += (x ? 0 : 1) + (zero ? 1 : 0) + (!zero ? 0 : 1) + (x && !zero ? 0 : 1);
  wrong += through_reference<float>(x) != 2.75f || through_reference<short>(minus) != -3;
  wrong += FromFloat(x).value() != 2.75f;
  const int table[4] = {7, 8, 9, 10};
  wrong += table[x] != 9;
  wrong += static_cast<bool>(zero) || !static_cast<bool>(minus);
  wrong += x.operator float() != 2.75f;
  return wrong;
}

__global__ void convert(int* wrong) { *wrong = wrong_conversions<half>() + wrong_conversions<__nv_bfloat16>(); }

int main() {
  int* wrong = nullptr;
  cudaMallocManaged(&wrong, sizeof(int));
  convert<<<1, 1>>>(wrong);
  cudaDeviceSynchronize();
  printf("%d wrong\n", *wrong + wrong_conversions<half>() + wrong_conversions<__nv_bfloat16>());
}
