// What differs from device to device, what each has of its own, and the current device of a host thread.
// OPTIONS: --devices 3
// CLEAN
#include <cstdlib>
#include <cstring>
#include <thread>

__global__ void big() {
  extern __shared__ int data[];
  data[threadIdx.x] = 1;
}

void check(bool right) {
  if (!right) std::abort();
}

void check_names() {
  cudaDeviceProp first, second;
  check(cudaGetDeviceProperties(&first, 0) == cudaSuccess && cudaGetDeviceProperties(&second, 2) == cudaSuccess);
  check(std::strcmp(first.name, second.name) == 0 && first.pciBusID != second.pciBusID);
  check(std::memcmp(&first.uuid, &second.uuid, sizeof first.uuid) != 0);
  char bus[20];
  int device = -1, number = 0;
  check(cudaDeviceGetPCIBusId(bus, sizeof bus, 2) == cudaSuccess);
  check(cudaDeviceGetByPCIBusId(&device, bus) == cudaSuccess && device == 2);
  check(cudaDeviceGetAttribute(&number, cudaDevAttrPciBusId, 2) == cudaSuccess && number == second.pciBusID);
  check(cudaGetDeviceProperties(&first, 3) == cudaErrorInvalidDevice && cudaSetDevice(3) == cudaErrorInvalidDevice);
  check(cudaSetDevice(-1) == cudaErrorInvalidDevice && cudaDeviceGetByPCIBusId(&device, "9:0.0") == cudaErrorInvalidDevice);
  cudaGetLastError();
}

void check_memory() {
  std::size_t total, free_before, free_after, free_of_other;
  int* data;
  cudaSetDevice(1);
  cudaMemGetInfo(&free_before, &total);
  cudaMalloc(&data, 1 << 20);
  cudaMemGetInfo(&free_after, &total);
  check(free_before - free_after >= 1 << 20);
  cudaSetDevice(0);
  cudaMemGetInfo(&free_of_other, &total);
  check(free_of_other > free_after);
  cudaPointerAttributes attributes;
  check(cudaPointerGetAttributes(&attributes, data) == cudaSuccess);
  check(attributes.device == 1 && attributes.type == cudaMemoryTypeDevice);
  check(cudaFree(data) == cudaSuccess);  // Of whatever device.
  cudaSetDevice(2);
  cudaMallocManaged(&data, 64);
  check(cudaPointerGetAttributes(&attributes, data) == cudaSuccess && attributes.device == 2);
  check(cudaMemAdvise(data, 64, cudaMemAdviseSetAccessedBy, 1) == cudaSuccess);
  int devices[3];
  check(cudaMemRangeGetAttribute(devices, sizeof devices, cudaMemRangeAttributeAccessedBy, data, 64) == cudaSuccess);
  check(devices[0] == 1 && devices[1] == cudaInvalidDeviceId);
  check(cudaMemPrefetchAsync(data, 64, 0, 0) == cudaSuccess && cudaFree(data) == cudaSuccess);
}

void check_settings() {
  std::size_t limit;
  cudaSetDevice(1);
  check(cudaDeviceSetLimit(cudaLimitStackSize, 4096) == cudaSuccess);
  check(cudaFuncSetAttribute(big, cudaFuncAttributeMaxDynamicSharedMemorySize, 100000) == cudaSuccess);
  big<<<1, 32, 100000>>>();
  check(cudaGetLastError() == cudaSuccess && cudaDeviceSynchronize() == cudaSuccess);
  cudaSetDevice(0);
  check(cudaDeviceGetLimit(&limit, cudaLimitStackSize) == cudaSuccess && limit != 4096);
  cudaFuncAttributes attributes;
  check(cudaFuncGetAttributes(&attributes, big) == cudaSuccess && attributes.maxDynamicSharedSizeBytes < 100000);
}

void check_reset() {
  int *of_first, *of_second;
  cudaSetDevice(0);
  cudaMalloc(&of_first, 64);
  cudaSetDevice(1);
  cudaMalloc(&of_second, 64);
  check(cudaDeviceReset() == cudaSuccess);
  cudaPointerAttributes attributes;
  check(cudaPointerGetAttributes(&attributes, of_second) == cudaSuccess);
  check(attributes.type == cudaMemoryTypeUnregistered && cudaFree(of_first) == cudaSuccess);
}

int main() {
  check_names();
  check_memory();
  check_settings();
  check_reset();
  int device = -1;
  cudaSetDevice(2);
  std::thread([] {
    int its_device = -1;
    check(cudaGetDevice(&its_device) == cudaSuccess && its_device == 0);
    cudaSetDevice(1);
  }).join();
  check(cudaGetDevice(&device) == cudaSuccess && device == 2);
}
