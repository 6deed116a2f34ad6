// Templates of std that host code instantiates, and that the detector uses, too: the linker keeps one of each.
// CLEAN
#include <cstdio>
#include <map>
#include <string>
#include <utility>
#include <vector>

__global__ void shift(int* data) {
  int t = threadIdx.x;
  int value = data[(t + 1) % 64];
  __syncthreads();
  data[t] = value;
}

int main(int argc, char** argv) {
  std::map<std::string, std::string> options{{"device", "0"}};
  for (int i = 1; i < argc; ++i) options[argv[i]] = argv[i];
  options.emplace("size", "64");
  options.erase("device");
  std::vector<std::pair<std::string, int>> names;
  for (const auto& [name, value] : options) names.emplace_back(name, std::stoi(value));
  int* data;
  cudaMallocManaged(&data, 64 * sizeof(int));
  for (int i = 0; i < 64; ++i) data[i] = i;
  shift<<<1, 64>>>(data);
  cudaDeviceSynchronize();
  if (names.size() != 1 || names[0].second != 64 || data[0] != 1 || data[63] != 0) return printf("wrong\n"), 1;
}
