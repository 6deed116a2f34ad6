// Template kernels: explicit, deduced and defaulted arguments, values as arguments, nested angle brackets.
// CLEAN
// STDOUT: ^7 2.5 4 12 9$
#include <cstdio>
#include <utility>

template <class T>
__global__ void set(T* place, T value) {
  *place = value;
}

template <int Factor, class T = int>
__global__ void scale(T* place) {
  *place *= Factor;
}

template <class T, class U>
__global__ void first(std::pair<T, U> pair, T* place) {
  *place = pair.first;
}

template <bool Larger, template <class> class Box, class T>
__global__ void unbox(Box<T> box, T* place) {
  *place = Larger ? box.value + 1 : box.value;
}

template <class T>
struct Box {
  T value;
};

int main() {
  int* i;
  double* d;
  cudaMallocManaged(&i, 4 * sizeof(int));
  cudaMallocManaged(&d, sizeof(double));
  set<<<1, 1>>>(i, 7);
  set<double><<<1, 1>>>(d, 2.5);
  set<<<1, 1>>>(i + 1, 2), scale<2><<<1, 1>>>(i + 1);
  first<int, std::pair<int, float>><<<1, 1>>>({12, {1, 2.0f}}, i + 2);
  unbox<(3 > 2)><<<1, 1>>>(Box<int>{8}, i + 3);
  cudaDeviceSynchronize();
  printf("%d %g %d %d %d\n", i[0], *d, i[1], i[2], i[3]);
}
