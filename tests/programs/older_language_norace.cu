// What NVIDIA's and GNU's compilers take, and clang takes for an error: a constant beyond an enumeration's values, as Boost
// counts with them, and the exceptions that a function of C++14 may throw.
// CLEAN
// COMPILE: -std=c++14
// STDOUT: ^-1 2$
#include <cstdio>

enum Digit { zero, one };

template <Digit digit>
struct Neighbours {
  static constexpr Digit before = static_cast<Digit>(digit - 1), after = static_cast<Digit>(digit + 1);
};

__global__ void both(int* out) {
  out[0] = Neighbours<zero>::before;
  out[1] = Neighbours<one>::after;
}

struct Error {};
void check(cudaError_t error) throw(Error);
void check(cudaError_t error) throw(Error) {
  if (error != cudaSuccess) throw Error();
}

int main() {
  int *out, host[2];
  check(cudaMalloc(&out, sizeof host));
  both<<<1, 1>>>(out);
  check(cudaMemcpy(host, out, sizeof host, cudaMemcpyDeviceToHost));
  check(cudaFree(out));
  std::printf("%d %d\n", host[0], host[1]);
}
