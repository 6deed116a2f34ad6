// Devices and what they are, by NVML; a GPU's sensors are not there, and say so.
// CLEAN
// STDOUT: ^all right$
#include <cuda_runtime.h>
#include <nvml.h>

#include <cstdio>
#include <cstdlib>
#include <cstring>

#define EXPECT(condition) \
  if (!(condition)) std::printf("line %d is wrong\n", __LINE__), ++wrong

__global__ void fill(int* numbers) { numbers[threadIdx.x] = static_cast<int>(threadIdx.x); }

int main() {
  int wrong = 0;
  unsigned int count = 0;
  EXPECT(nvmlDeviceGetCount(&count) == NVML_ERROR_UNINITIALIZED);
  EXPECT(nvmlShutdown() == NVML_ERROR_UNINITIALIZED);
  EXPECT(nvmlInit() == NVML_SUCCESS);
  int devices = 0;
  cudaGetDeviceCount(&devices);
  EXPECT(nvmlDeviceGetCount(&count) == NVML_SUCCESS && count == static_cast<unsigned>(devices));

  char bus[NVML_DEVICE_PCI_BUS_ID_BUFFER_SIZE];
  cudaDeviceGetPCIBusId(bus, sizeof bus, 0);
  nvmlDevice_t device = nullptr;
  EXPECT(nvmlDeviceGetHandleByPciBusId(bus, &device) == NVML_SUCCESS);
  unsigned int index = 7;
  EXPECT(nvmlDeviceGetIndex(device, &index) == NVML_SUCCESS && index == 0);
  EXPECT(nvmlDeviceGetHandleByIndex(count, &device) == NVML_ERROR_INVALID_ARGUMENT);
  EXPECT(nvmlDeviceGetHandleByPciBusId("0000:fe:1f.0", &device) == NVML_ERROR_NOT_FOUND);
  EXPECT(nvmlDeviceGetHandleByPciBusId("first", &device) == NVML_ERROR_INVALID_ARGUMENT);

  cudaDeviceProp properties;
  cudaGetDeviceProperties(&properties, 0);
  char name[NVML_DEVICE_NAME_V2_BUFFER_SIZE];
  EXPECT(nvmlDeviceGetName(device, name, sizeof name) == NVML_SUCCESS && std::strcmp(name, properties.name) == 0);
  EXPECT(nvmlDeviceGetName(device, name, 2) == NVML_ERROR_INSUFFICIENT_SIZE);
  int major = 0;
  int minor = -1;
  EXPECT(nvmlDeviceGetCudaComputeCapability(device, &major, &minor) == NVML_SUCCESS);
  EXPECT(major == properties.major && minor == properties.minor);
  nvmlPciInfo_t pci;
  EXPECT(nvmlDeviceGetPciInfo(device, &pci) == NVML_SUCCESS && pci.bus == static_cast<unsigned>(properties.pciBusID));

  char text[NVML_DEVICE_UUID_V2_BUFFER_SIZE];
  EXPECT(nvmlDeviceGetUUID(device, text, sizeof text) == NVML_SUCCESS && std::strlen(text) == 40 && text[12] == '-');
  nvmlDevice_t same = nullptr;
  EXPECT(nvmlDeviceGetHandleByUUID(text, &same) == NVML_SUCCESS && same == device);
  EXPECT(nvmlDeviceGetHandleByUUID("GPU-0", &same) == NVML_ERROR_NOT_FOUND);
  EXPECT(nvmlDeviceSetCpuAffinity(device) == NVML_ERROR_NOT_SUPPORTED);
  EXPECT(nvmlSystemGetDriverVersion(text, sizeof text) == NVML_SUCCESS && std::atoi(text) >= 570);
  EXPECT(nvmlSystemGetNVMLVersion(text, NVML_SYSTEM_NVML_VERSION_BUFFER_SIZE) == NVML_SUCCESS);
  EXPECT(nvmlDeviceGetSerial(device, text, NVML_DEVICE_SERIAL_BUFFER_SIZE) == NVML_ERROR_NOT_SUPPORTED);

  nvmlMemory_t before;
  nvmlMemory_t after;
  EXPECT(nvmlDeviceGetMemoryInfo(device, &before) == NVML_SUCCESS && before.total == before.free + before.used);
  int* numbers;
  cudaMalloc(&numbers, 1 << 20);
  EXPECT(nvmlDeviceGetMemoryInfo(device, &after) == NVML_SUCCESS && after.used >= before.used + (1 << 20));
  fill<<<1, 32>>>(numbers);
  cudaFree(numbers);

  unsigned int number = 0;
  EXPECT(nvmlDeviceGetPowerUsage(device, &number) == NVML_ERROR_NOT_SUPPORTED);
  EXPECT(nvmlDeviceGetTemperature(device, NVML_TEMPERATURE_GPU, &number) == NVML_ERROR_NOT_SUPPORTED);
  EXPECT(std::strcmp(nvmlErrorString(NVML_ERROR_NOT_SUPPORTED), "Not Supported") == 0);
  EXPECT(nvmlShutdown() == NVML_SUCCESS);
  EXPECT(nvmlDeviceGetPowerUsage(device, &number) == NVML_ERROR_UNINITIALIZED);
  if (wrong == 0) std::puts("all right");
}
