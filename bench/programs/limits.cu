// What must not grow: many blocks, many launches, much memory of which little is touched.
// Usage: limits blocks|launches|memory
#include <chrono>
#include <cstdio>
#include <cstring>

#include "resident_memory.h"

__global__ void store(int* data) { data[threadIdx.x] = threadIdx.x; }
__global__ void touch(int* data, size_t stride) { data[blockIdx.x * stride + threadIdx.x] = 1; }
__global__ void sum(int* result) { atomicAdd(result, 1); }

template <class Work>
double seconds(Work work) {
  const auto start = std::chrono::steady_clock::now();
  work();
  cudaDeviceSynchronize();
  return std::chrono::duration<double>(std::chrono::steady_clock::now() - start).count();
}

int main(int argc, char** argv) {
  const char* what = argc > 1 ? argv[1] : "";
  int* data;
  if (!std::strcmp(what, "blocks")) {
    cudaMalloc(&data, 4);
    cudaMemset(data, 0, 4);
    const double few = seconds([&] { sum<<<10'000, 32>>>(data); });
    const double before = resident_mib();
    const double many = seconds([&] { sum<<<1'000'000, 32>>>(data); });
    std::printf("ns %.1f %.1f MiB %.1f\n", few * 1e9 / 1e4, many * 1e9 / 1e6, resident_mib() - before);
  } else if (!std::strcmp(what, "launches")) {
    cudaMalloc(&data, 4 * 32);
    const auto thousand = [&] {
      for (int i = 0; i < 1000; ++i) store<<<1, 32>>>(data);
    };
    seconds(thousand);
    const double first = seconds(thousand), before = resident_mib();
    for (int i = 0; i < 7; ++i) seconds(thousand);
    const double last = seconds(thousand);
    std::printf("ns %.1f %.1f MiB %.1f\n", first * 1e6, last * 1e6, resident_mib() - before);
  } else if (!std::strcmp(what, "memory")) {
    // A page of every hundred. The device has 16 GiB, and keeps a little between allocations.
    const size_t bytes = (size_t{16} << 30) - (size_t{64} << 20), stride = 100 * 4096 / 4;
    const auto pages = static_cast<unsigned>(bytes / 4 / stride - 1);
    if (cudaMalloc(&data, bytes) != cudaSuccess) return 1;
    data += (4096 - reinterpret_cast<size_t>(data) % 4096) / 4;
    const double before = resident_mib();
    const double first = seconds([&] { touch<<<pages, 1024>>>(data, stride); });
    const double after = resident_mib();
    for (int i = 0; i < 8; ++i) seconds([&] { touch<<<pages, 1024>>>(data, stride); });
    const double last = seconds([&] { touch<<<pages, 1024>>>(data, stride); });
    std::printf("ns %.1f %.1f MiB %.1f\n", first * 1e9 / pages, last * 1e9 / pages, resident_mib() - after);
    std::printf("resident per byte touched %.2f\n", (after - before) / (pages * 4096.0 / (1 << 20)));
  } else {
    std::fprintf(stderr, "usage: limits blocks|launches|memory\n");
    return 2;
  }
}
