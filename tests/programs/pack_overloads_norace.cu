// Of overloads that take an instance of a template with any further arguments, and with none, the second is the more
// specialized one; also where it stands in another namespace, or first, or is declared before it is defined.
// CLEAN
// STDOUT: ^1 2 1 2 3 2$
#include <cstdio>

template <class Op, class... Args>
struct Traits {};
template <class T>
struct Tensor {
  T value;
};

namespace dense {
struct Op {};
template <class O, class... Args, class T>
__host__ __device__ constexpr int unpack(Traits<O, Args...> const&, Tensor<T>&) {
  return 1;
}
}  // namespace dense
namespace sparse {
struct Op {};
template <class O, class T>
__host__ __device__ constexpr int unpack(Traits<O> const&, Tensor<T>&) {
  return 2;
}
}  // namespace sparse
using namespace dense;
using namespace sparse;

template <class O>
__host__ __device__ int later(Traits<O>, int);
template <class O, class... Args>
__host__ __device__ int later(Traits<O, Args...>, int) {
  return 1;
}
template <class O>
__host__ __device__ int later(Traits<O>, int) {
  return 2;
}
// Without a pack there is still the better conversion.
template <class O>
__host__ __device__ int later(Traits<O, int>, int) {
  return 3;
}

template <class T>
__host__ __device__ void call(int* to) {
  Tensor<T> tensor{};
  to[0] = unpack(Traits<dense::Op, int>{}, tensor);
  to[1] = unpack(Traits<sparse::Op>{}, tensor);
  to[2] = later(Traits<T, char>{}, 0);
  to[3] = later(Traits<T>{}, 0);
  to[4] = later(Traits<T, int>{}, 0);
}

__global__ void k(int* to) { call<float>(to); }

int main() {
  int* to;
  cudaMallocManaged(&to, 8 * sizeof(int));
  k<<<1, 1>>>(to);
  cudaDeviceSynchronize();
  int host[5];
  call<double>(host);
  for (int i = 0; i < 5; ++i) printf("%d ", to[i]);
  printf("%d\n", host[1]);
}
