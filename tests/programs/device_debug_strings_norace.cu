// Without the optimiser the host's code has all functions, too, that the C++ library has as inline ones only.
// COMPILE: -G -std=c++20
// CLEAN
// STDOUT: ^abcabc 3 7$
#include <cstdio>
#include <string>
#include <vector>

__global__ void k(int* to) { *to = 7; }

int main() {
  std::string text("abc");
  text += text;
  const std::vector<char> letters(text.begin() + 3, text.end());
  int* to;
  cudaMallocManaged(&to, sizeof(int));
  k<<<1, 1>>>(to);
  cudaDeviceSynchronize();
  printf("%s %zu %d\n", text.c_str(), letters.size(), *to);
}
