// A function of the runtime API that counts the devices initialises the driver API, as cuInit does.
// CLEAN
// STDOUT: ^3 0 0$
#include <cuda.h>
#include <cuda_runtime.h>

#include <cstdio>

int main() {
  CUdevice device = 7;
  const int before = cuDeviceGet(&device, 0);
  int count = 0;
  cudaGetDeviceCount(&count);
  const int after = cuDeviceGet(&device, 0);
  std::printf("%d %d %d\n", before, after, device);
}
