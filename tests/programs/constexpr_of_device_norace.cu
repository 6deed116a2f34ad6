// With --expt-relaxed-constexpr the host calls constexpr functions of the device's.
// COMPILE: --expt-relaxed-constexpr
// CLEAN
// STDOUT: ^2 6$
#include <cstdio>

struct Halves {
  template <class T>
  __device__ static constexpr auto half(T const& value) {
    return value / 2;
  }
  template <class T>
  static int of_host(T value) {
    auto result = half(value);
    return result;
  }
};
template <class T>
struct View {
  __device__ constexpr T* data() noexcept;
  __device__ constexpr T* data() const noexcept { return at; }
  T* at;
};
template <class T>
__device__ constexpr T* View<T>::data() noexcept {
  return at;
}
__device__ constexpr int twice(int value) { return 2 * value; }

__global__ void k(int* out) { *out = Halves::half(4) + twice(2) - 4; }

int main() {
  int* out;
  cudaMallocManaged(&out, sizeof(int));
  k<<<1, 1>>>(out);
  cudaDeviceSynchronize();
  View<int> view{out};
  printf("%d %d\n", *view.data(), Halves::of_host(twice(3)) + 3);
}
