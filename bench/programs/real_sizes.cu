// Whether time and memory stay the same from small arrays to large ones and from the first launch to the last: pairs of
// elements are exchanged again and again, from five lines, each by a thread of its own.
// Usage: real_sizes float|double|triple ELEMENTS LAUNCHES
#include <chrono>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <vector>

#include "resident_memory.h"

struct Triple {
  float x, y, z;
  __host__ __device__ Triple(float value = 0) : x(value), y(value), z(value) {}
  __host__ __device__ bool operator<(const Triple& other) const { return x < other.x; }
};

/// Each thread exchanges the elements of a pair if they ascend as `ascending` says.
template <class T>
__global__ void exchange(T* a, size_t distance, bool ascending) {
  const size_t i = size_t{blockIdx.x} * blockDim.x + threadIdx.x;
  const size_t low = i / distance * 2 * distance + i % distance, high = low + distance;
  if ((a[low] < a[high]) == ascending) {
    const T kept = a[low];
    a[low] = a[high];
    a[high] = kept;
  }
}

template <class T>
int run(size_t elements, int launches) {
  std::vector<T> values(elements);
  for (size_t i = 0; i < elements; ++i) values[i] = T(float(i % 1024));  // Each pair, 256 apart, ascends.
  T* a;
  if (cudaMalloc(&a, elements * sizeof(T)) != cudaSuccess) return 1;
  cudaMemcpy(a, values.data(), elements * sizeof(T), cudaMemcpyHostToDevice);
  const double before = resident_mib();
  const unsigned blocks = elements / 2 / 256;
  std::vector<double> taken;
  double after_second = 0;
  for (int i = 0; i < launches; ++i) {
    const auto start = std::chrono::steady_clock::now();
    exchange<<<blocks, 256>>>(a, 256, i % 2 == 0);
    cudaDeviceSynchronize();
    const std::chrono::duration<double> time = std::chrono::steady_clock::now() - start;
    taken.push_back(time.count() * 1e9 / (3.0 * double(elements)));
    if (i == 1) after_second = resident_mib();
  }
  cudaMemcpy(values.data(), a, elements * sizeof(T), cudaMemcpyDeviceToHost);
  const bool swapped = values[256] < values[0];
  std::printf("ns %.2f %.2f %.2f MiB %.1f %.1f %s\n", taken[0], taken[1], taken.back(), (after_second - before),
              resident_mib() - after_second, swapped == (launches % 2 == 1) ? "right" : "WRONG");
  return 0;
}

int main(int argc, char** argv) {
  const char* type = argc > 1 ? argv[1] : "";
  const size_t elements = argc > 2 ? std::strtoull(argv[2], nullptr, 10) : 0;
  const int launches = argc > 3 ? std::atoi(argv[3]) : 0;
  if (elements < 1024 || elements % 1024 != 0 || launches < 2) {
    std::fprintf(stderr,
                 "usage: real_sizes float|double|triple ELEMENTS LAUNCHES, a multiple of 1,024 and at least 2\n");
    return 2;
  }
  if (!std::strcmp(type, "float")) return run<float>(elements, launches);
  if (!std::strcmp(type, "double")) return run<double>(elements, launches);
  if (!std::strcmp(type, "triple")) return run<Triple>(elements, launches);
  return 2;
}
