// What libraries write of classes: guides for the deduction of their arguments, of which no side is said; attributes and
// alignas between `class` and the name. And traits of lambdas for the device, whose type is an ordinary one on either side.
// CLEAN
// STDOUT: ^32 3$
// COMPILE: --extended-lambda
#include <cstdio>

template <class T>
class pair_of;
template <>
class __attribute__((__type_visibility__("default"))) alignas(32) pair_of<int> {
 public:
  int first, second;
};
struct __attribute__((packed)) alignas(4) small {
  char c;
};
static_assert(alignof(small) == 4);

namespace views {
template <class T>
struct view {
  T* begin;
  int size;
};
template <class T, int Size>
view(T (&)[Size]) -> view<T>;
template <class T>
view(T*, int) -> view<T>;
}  // namespace views

template <class Function>
__global__ void apply(int* result, Function function) {
  static_assert(!__nv_is_extended_device_lambda_closure_type(Function) ||
                __nv_is_extended_device_lambda_with_preserved_return_type(Function));
  const views::view seen{result, 1};
  *seen.begin = function();
}

int main() {
  int* result;
  cudaMalloc(&result, sizeof(int));
  apply<<<1, 1>>>(result, [] __device__() { return 3; });
  int value;
  cudaMemcpy(&value, result, sizeof value, cudaMemcpyDeviceToHost);
  std::printf("%d %d\n", static_cast<int>(alignof(pair_of<int>)), value);
  cudaFree(result);
}
