// Libraries by the runtime API alone: what NVRTC compiles is loaded, its kernels and variables are found, counted and
// launched, by arrays of arguments and by values; kernels of the program's own have handles, names and parameters, too.
// CLEAN
// STDOUT: ^42 43 kernel twice 2 16 42$
#include <cuda_runtime.h>
#include <nvrtc.h>

#include <cstdio>
#include <cstring>
#include <string>

#define CHECK(call)                                               \
  do {                                                            \
    const int result_ = (int)(call);                              \
    if (result_ != 0) {                                           \
      std::printf("%s: %d, line %d\n", #call, result_, __LINE__); \
      return 1;                                                   \
    }                                                             \
  } while (0)

const char* const kSource = R"(
__device__ int offset = 2;
extern "C" __global__ void add(int* sums, int n) {
  extern __shared__ int kept[];
  kept[threadIdx.x] = sums[threadIdx.x];
  __syncthreads();
  if (threadIdx.x < n) sums[threadIdx.x] = kept[n - 1 - threadIdx.x] + offset;
}
)";

__global__ void kernel(int* data, double factor, int* more) {
  data[threadIdx.x] = static_cast<int>(data[threadIdx.x] * factor) + (more != nullptr ? 1 : 0);
}

int main() {
  nvrtcProgram program;
  CHECK(nvrtcCreateProgram(&program, kSource, "library.cu", 0, nullptr, nullptr));
  CHECK(nvrtcCompileProgram(program, 0, nullptr));
  std::size_t bytes = 0;
  CHECK(nvrtcGetCUBINSize(program, &bytes));
  std::string code(bytes, ' ');
  CHECK(nvrtcGetCUBIN(program, code.data()));
  CHECK(nvrtcDestroyProgram(&program));

  // The first call of the program to CUDA's runtime.
  cudaLibrary_t library;
  char log[64] = "";
  cudaJitOption options[] = {cudaJitErrorLogBuffer, cudaJitErrorLogBufferSizeBytes};
  void* values[] = {log, reinterpret_cast<void*>(sizeof log)};
  CHECK(cudaLibraryLoadData(&library, code.data(), options, values, 2, nullptr, nullptr, 0));
  unsigned count = 0;
  CHECK(cudaLibraryGetKernelCount(&count, library));
  cudaKernel_t add, first;
  CHECK(cudaLibraryGetKernel(&add, library, "add"));
  CHECK(cudaLibraryEnumerateKernels(&first, 1, library));
  if (count != 1 || first != add) return 1;
  CHECK(cudaKernelSetAttributeForDevice(add, cudaFuncAttributeMaxDynamicSharedMemorySize, 64 * 1024, 0));
  int* offset = nullptr;
  CHECK(cudaLibraryGetGlobal(&offset, &bytes, library, "offset"));
  if (bytes != sizeof(int)) return 1;

  int* data = nullptr;
  CHECK(cudaMalloc(&data, 32 * sizeof(int)));
  CHECK(cudaMemset(data, 0, 32 * sizeof(int)));
  int n = 32, forty = 40, host[2] = {};
  CHECK(cudaMemcpy(offset, &forty, sizeof forty, cudaMemcpyHostToDevice));
  void* arguments[] = {&data, &n};
  CHECK(cudaLaunchKernel(reinterpret_cast<const void*>(add), dim3(1), dim3(32), arguments, 60 * 1024, nullptr));
  n = 2;
  CHECK(cudaMemcpy(offset, &n, sizeof n, cudaMemcpyHostToDevice));
  cudaLaunchConfig_t config = {};
  config.gridDim = dim3(1);
  config.blockDim = dim3(32);
  config.dynamicSmemBytes = 32 * sizeof(int);
  CHECK(cudaLaunchKernelEx(&config, add, data, n));

  // Those of the program's own.
  cudaKernel_t own;
  cudaFunction_t function;
  CHECK(cudaGetKernel(&own, kernel));
  CHECK(cudaGetFuncBySymbol(&function, reinterpret_cast<const void*>(kernel)));
  const char* name = nullptr;
  const char* loaded = nullptr;
  CHECK(cudaFuncGetName(&name, kernel));
  CHECK(cudaFuncGetName(&loaded, add));
  if (std::strcmp(loaded, "add") != 0) return 1;
  std::size_t place = 0, of_third = 0, parameters = 0;
  while (cudaFuncGetParamInfo(reinterpret_cast<const void*>(kernel), parameters, &place, &bytes) == cudaSuccess) {
    of_third = place;
    ++parameters;
  }
  if (cudaGetLastError() != cudaErrorInvalidValue) return 1;
  CHECK(cudaMemcpy(host, data, sizeof host, cudaMemcpyDeviceToHost));
  std::printf("%d ", host[0]);
  double factor = 1;
  int* more = data;
  CHECK(cudaLaunchKernelEx(&config, own, data, factor, more));
  CHECK(cudaMemcpy(host, data, sizeof host, cudaMemcpyDeviceToHost));
  std::printf("%d %s %s %d %d ", host[0], std::strstr(name, "kernel") != nullptr ? "kernel" : name,
              static_cast<void*>(function) == static_cast<void*>(own) ? "twice" : "once",
              static_cast<int>(parameters) - 1, static_cast<int>(of_third));
  CHECK(cudaLibraryUnload(library));
  std::printf("%d\n", forty + 2);
  CHECK(cudaFree(data));
}
