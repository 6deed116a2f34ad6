// Launches in lambdas, templates, member functions, one-line ifs and comma expressions.
// CLEAN
// STDOUT: ^12$
#include <cstdio>

template <class T>
__global__ void add(T* sum, T value) {
  *sum += value;
}

template <class T>
struct Adder {
  T* sum;
  void operator()(T value) const { add<T><<<1, 1>>>(sum, value); }
};

template <class T>
void twice(T* sum) {
  for (int i = 0; i < 2; ++i) add<<<1, 1, 0, 0>>>(sum, T(1));
}

int main() {
  int* sum;
  cudaMallocManaged(&sum, sizeof(int));
  *sum = 0;
  auto launch = [&](int value) { add<<<1, 1>>>(sum, value); };
  launch(3);
  Adder<int>{sum}(4);
  twice(sum);
  if (sum) add<<<1, 1>>>(sum, 2); else add<<<1, 1>>>(sum, 100);
  int i = 0;
  add<<<1, 1>>>(sum, (i++, i)), i++;
  cudaDeviceSynchronize();
  printf("%d\n", *sum);
}
