// Of functions without parameters, that with a list of template parameters is preferred to that with a pack, as nvcc
// has it; also in the namespace that declares them. Of more arguments, or of another kind, the pack is meant.
// CLEAN
// STDOUT: ^2 1 1 2 2 1$
#include <cstdio>

namespace lists {
template <class... T>
struct Pack {
  static constexpr int kNumber = 1;
};
template <class K, class V>
struct Pair {
  static constexpr int kNumber = 2;
};
template <class... T>
__host__ __device__ constexpr auto wrap() noexcept -> Pack<T...> {
  return {};
}
template <template <class...> class... C>
__host__ __device__ constexpr auto wrap() noexcept -> Pack<C<int>...> {
  return {};
}
template <class K, class V>
__host__ __device__ constexpr auto wrap() noexcept -> Pair<K, V> {
  return {};
}
template <class T>
struct Number {
  int value = T::kNumber;
};
static const int within = [] { return Number<decltype(wrap<int, long>())>().value; }();
}  // namespace lists

// The other way around, one of them declared before.
template <class K, class V>
__host__ __device__ int later();
template <class... T>
__host__ __device__ int later() {
  return 1;
}
template <class K, class V>
__host__ __device__ int later() {
  return 2;
}

__global__ void k(int* to) {
  to[0] = decltype(lists::wrap<int, long>())::kNumber;
  to[1] = decltype(lists::wrap<int>())::kNumber;
  to[2] = decltype(lists::wrap<lists::Pack>())::kNumber;
  to[3] = later<int, long>();
}

int main() {
  int* to;
  cudaMallocManaged(&to, 4 * sizeof(int));
  k<<<1, 1>>>(to);
  cudaDeviceSynchronize();
  for (int i = 0; i < 4; ++i) printf("%d ", to[i]);
  printf("%d %d\n", lists::within, later<int, long, char>());
}
