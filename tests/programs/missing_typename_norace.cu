// A name in a template that turns out to be a type is one without `typename`, too, as an argument of a template.
// CLEAN
// STDOUT: ^8$
#include <cstdio>

struct Atom {
  using Value = double;
};

template <class T>
__device__ int size_of() {
  return sizeof(T);
}
template <int n>
__device__ int size_of() {
  return n;
}
template <class T>
__device__ int value(T) {
  return size_of<T::Value>();
}

__global__ void k(int* out) {
  *out = value(Atom());
}

int main() {
  int* out;
  cudaMallocManaged(&out, sizeof(int));
  k<<<1, 1>>>(out);
  cudaDeviceSynchronize();
  printf("%d\n", *out);
}
