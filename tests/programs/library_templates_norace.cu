// The runtime reads the source lines of accesses with the same members of std::map<std::string, std::string> that this
// program's host part has; the program's must not be called for it, as they are checked code.
// CLEAN
// STDOUT: ^23 7$
#include <cstdio>
#include <map>
#include <string>
#include <vector>

__global__ void twice(int* out, int n) {
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i >= n) return;
  out[i] = i;
  out[i] += i;
}

int main() {
  std::map<std::string, std::string> options;
  for (int i = 0; i < 8; ++i) {
    options["option " + std::to_string(i)] = "value";
    options.emplace("another " + std::to_string(i), std::to_string(i));
    options.try_emplace("third " + std::to_string(i), "3");
  }
  std::map<std::string, std::string> copy = options;
  copy.erase("option 3");

  constexpr int kCount = 200;
  int* out = nullptr;
  cudaMalloc(&out, kCount * sizeof(int));
  twice<<<4, 64>>>(out, kCount);
  std::vector<int> host(kCount);
  cudaMemcpy(host.data(), out, kCount * sizeof(int), cudaMemcpyDeviceToHost);
  cudaFree(out);
  for (int i = 0; i < kCount; ++i) {
    if (host[i] != 2 * i) return 1;
  }
  std::printf("%zu %s\n", copy.size(), copy.at("another 7").c_str());
  return copy.size() == 23 ? 0 : 1;
}
