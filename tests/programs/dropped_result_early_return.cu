// A function that may end before its last call, whose result is dropped, and that has something to destroy if that call
// throws: the code behind the call is that of the early return, too. The error is told once, where it is nobody's.
// FINDING: api-error warning none none *@last message="cudaMalloc failed with cudaErrorMemoryAllocation"
// STDOUT: ^1 2 3$
#include <cuda_runtime.h>

#include <cstdio>

struct Base {
  virtual ~Base() {}
};

struct Buffers : Base {
  int* data = nullptr;
  Buffers(int n, std::size_t bytes) {
    if (n == 1) return;
    cudaMalloc(&data, bytes);  // @last
  }
};

int main() {
  Buffers first(1, 1), second(2, 64), third(3, std::size_t{1} << 60);
  std::printf("%d %d %d\n", first.data == nullptr ? 1 : 0, second.data != nullptr ? 2 : 0,
              third.data == nullptr ? 3 : 0);
  cudaFree(second.data);
}
