// Memory behind the shadow: 8 GiB are allocated, 64 MiB of them touched.
#include <unistd.h>

#include <cstdio>

__global__ void touch(int* data) { data[blockIdx.x * blockDim.x + threadIdx.x] = 1; }

double resident_bytes() {
  long pages = 0, resident = 0;
  if (FILE* file = std::fopen("/proc/self/statm", "r")) {
    if (std::fscanf(file, "%ld %ld", &pages, &resident) != 2) resident = 0;
    std::fclose(file);
  }
  return double(resident) * double(sysconf(_SC_PAGESIZE));
}

int main() {
  const size_t allocated = size_t{8} << 30, touched = size_t{64} << 20;
  int* data;
  if (cudaMalloc(&data, allocated) != cudaSuccess) return 1;
  touch<<<1, 32>>>(data);
  cudaDeviceSynchronize();
  const double before = resident_bytes();
  touch<<<touched / 4 / 256, 256>>>(data);
  cudaDeviceSynchronize();
  std::printf("shadow bytes per byte touched %.3f\n", (resident_bytes() - before - double(touched)) / double(touched));
}
