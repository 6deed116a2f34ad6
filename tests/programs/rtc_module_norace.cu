// What NVRTC compiles: headers by name, names of templates, constants and variables of a module, each load with its
// own; dynamic shared memory, arguments in a buffer, cooperative launches, occupancy and attributes of its kernels.
// CLEAN
#include <cuda.h>
#include <nvrtc.h>

#include <cstdio>
#include <cstring>
#include <string>
#include <vector>

#define CHECK(call)                                               \
  do {                                                            \
    const int result_ = (int)(call);                              \
    if (result_ != 0) {                                           \
      std::printf("%s: %d, line %d\n", #call, result_, __LINE__); \
      return 1;                                                   \
    }                                                             \
  } while (0)
#define EXPECT(condition)                                 \
  do {                                                    \
    if (!(condition)) {                                   \
      std::printf("%s, line %d\n", #condition, __LINE__); \
      return 1;                                           \
    }                                                     \
  } while (0)

const char* const kSource = R"(
#include "parts/twice.h"
#include <limits.h>
#ifndef __CUDACC_RTC__
#error "NVRTC says what it is"
#endif
namespace of {
__constant__ float factors[2] = {3, 5};
__device__ int calls = 40;
}
template <class T, int N>
__global__ void scale(T* data, int n) {
  extern __shared__ float kept[];
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  kept[threadIdx.x] = i < n ? twice(data[i]) : 0;
  __syncthreads();
  if (i < n) data[i] = kept[threadIdx.x] * of::factors[N];
  if (i == 0) of::calls += 1;
}
int unmarked(int x) { return x + FENCEPOST_OFFSET; }
extern "C" __global__ void __launch_bounds__(128) add(char first, double second, short third, double* sum) {
  *sum = unmarked(first) + second + third + kNotTheSystems;
}
)";

int main() {
  nvrtcProgram program;
  // What Jitify reads to find out what to add.
  CHECK(nvrtcCreateProgram(&program, "\n#include <parts/none.h>\n", "none.cu", 0, nullptr, nullptr));
  EXPECT(nvrtcCompileProgram(program, 0, nullptr) == NVRTC_ERROR_COMPILATION);
  std::size_t log_bytes = 0;
  CHECK(nvrtcGetProgramLogSize(program, &log_bytes));
  std::string log(log_bytes, ' ');
  CHECK(nvrtcGetProgramLog(program, log.data()));
  EXPECT(log.find("none.cu(2): catastrophic error: cannot open source file \"parts/none.h\"\n") != std::string::npos);
  CHECK(nvrtcDestroyProgram(&program));
  const char* headers[] = {"template <class T> __device__ T twice(T x) { return 2 * x; }\n",
                           "#pragma once\n#define kNotTheSystems 0\n"};
  const char* names[] = {"parts/twice.h", "limits.h"};
  CHECK(nvrtcCreateProgram(&program, kSource, "module.cu", 2, headers, names));
  CHECK(nvrtcAddNameExpression(program, "scale<float, 1>"));
  CHECK(nvrtcAddNameExpression(program, "&scale<double, 0>"));
  CHECK(nvrtcAddNameExpression(program, "&of::factors"));
  CHECK(nvrtcAddNameExpression(program, "of::calls"));
  const char* options[] = {"-arch=compute_90", "--std=c++17",     "--use_fast_math",
                           "-lineinfo",        "-default-device", "-DFENCEPOST_OFFSET=max(0,1000)"};
  if (nvrtcCompileProgram(program, 6, options) != NVRTC_SUCCESS) {
    char log[10000] = "";
    nvrtcGetProgramLog(program, log);
    std::puts(log);
    return 1;
  }
  size_t bytes = 0;
  CHECK(nvrtcGetCUBINSize(program, &bytes));
  std::vector<char> cubin(bytes);
  CHECK(nvrtcGetCUBIN(program, cubin.data()));
  const char *scale, *scale_double, *factors, *calls;
  CHECK(nvrtcGetLoweredName(program, "scale<float, 1>", &scale));
  CHECK(nvrtcGetLoweredName(program, "&scale<double, 0>", &scale_double));
  CHECK(nvrtcGetLoweredName(program, "&of::factors", &factors));
  CHECK(nvrtcGetLoweredName(program, "of::calls", &calls));
  EXPECT(std::strcmp(scale, "_Z5scaleIfLi1EEvPT_i") == 0);

  CHECK(cuInit(0));
  CUcontext context;
  CHECK(cuDevicePrimaryCtxRetain(&context, 0));
  CHECK(cuCtxSetCurrent(context));
  CUmodule first, second;
  char info[100] = "?", errors[100] = "?";
  CUjit_option jit[] = {CU_JIT_INFO_LOG_BUFFER, CU_JIT_INFO_LOG_BUFFER_SIZE_BYTES, CU_JIT_ERROR_LOG_BUFFER,
                        CU_JIT_ERROR_LOG_BUFFER_SIZE_BYTES, CU_JIT_TARGET_FROM_CUCONTEXT};
  void* values[] = {info, (void*)(size_t)sizeof(info), errors, (void*)(size_t)sizeof(errors), nullptr};
  CHECK(cuModuleLoadDataEx(&first, cubin.data(), 5, jit, values));
  EXPECT(errors[0] == '\0' && values[3] == nullptr);
  CHECK(cuModuleLoadData(&second, cubin.data()));

  // Each has variables of its own.
  CUdeviceptr factors_of[2], calls_of[2];
  CHECK(cuModuleGetGlobal(&factors_of[0], &bytes, first, factors));
  EXPECT(bytes == 2 * sizeof(float));
  CHECK(cuModuleGetGlobal(&factors_of[1], nullptr, second, factors));
  CHECK(cuModuleGetGlobal(&calls_of[0], nullptr, first, calls));
  CHECK(cuModuleGetGlobal(&calls_of[1], nullptr, second, calls));
  EXPECT(factors_of[0] != factors_of[1] && calls_of[0] != calls_of[1]);
  const float seven = 7;
  CHECK(cuMemcpyHtoD(factors_of[1] + sizeof(float), &seven, sizeof(seven)));

  const int n = 100;
  std::vector<float> data(n, 1.0F);
  CUdeviceptr memory;
  CHECK(cuMemAlloc(&memory, n * sizeof(float)));
  for (CUmodule module : {first, second}) {
    CUfunction function;
    CHECK(cuModuleGetFunction(&function, module, scale));
    CUmodule of = nullptr;
    const char* name = nullptr;
    CHECK(cuFuncGetModule(&of, function));
    CHECK(cuFuncGetName(&name, function));
    EXPECT(of == module && std::strcmp(name, scale) == 0);
    CHECK(cuMemcpyHtoD(memory, data.data(), n * sizeof(float)));
    int count = n;
    void* arguments[] = {&memory, &count};
    CHECK(cuLaunchKernel(function, 2, 1, 1, 64, 1, 1, 64 * sizeof(float), nullptr, arguments, nullptr));
    float last = 0;
    CHECK(cuMemcpyDtoH(&last, memory + (n - 1) * sizeof(float), sizeof(last)));
    EXPECT(last == (module == first ? 10 : 14));
    int seen = 0;
    CHECK(cuMemcpyDtoH(&seen, calls_of[module == second], sizeof(seen)));
    EXPECT(seen == 41);
  }

  CUfunction add;
  CHECK(cuModuleGetFunction(&add, first, "add"));
  int most = 0, blocks = 0, grid = 0, block = 0;
  CHECK(cuFuncGetAttribute(&most, CU_FUNC_ATTRIBUTE_MAX_THREADS_PER_BLOCK, add));
  CHECK(cuOccupancyMaxActiveBlocksPerMultiprocessor(&blocks, add, 128, 0));
  CHECK(cuOccupancyMaxPotentialBlockSize(&grid, &block, add, nullptr, 0, 0));
  EXPECT(most == 128 && blocks == 16 && block == 128 && grid > 0);
  CUdeviceptr sum;
  CHECK(cuMemAlloc(&sum, sizeof(double)));
  struct {
    char first = 1;
    double second = 0.5;
    short third = 20;
    CUdeviceptr sum;
  } packed;
  packed.sum = sum;
  size_t size = sizeof(packed);
  void* extra[] = {CU_LAUNCH_PARAM_BUFFER_POINTER, &packed, CU_LAUNCH_PARAM_BUFFER_SIZE, &size, CU_LAUNCH_PARAM_END};
  CHECK(cuLaunchKernel(add, 1, 1, 1, 1, 1, 1, 0, nullptr, nullptr, extra));
  double result = 0;
  CHECK(cuMemcpyDtoH(&result, sum, sizeof(result)));
  EXPECT(result == 1021.5);
  void* places[] = {&packed.first, &packed.second, &packed.third, &packed.sum};
  CHECK(cuLaunchCooperativeKernel(add, 1, 1, 1, 1, 1, 1, 0, nullptr, places));

  // Unloaded and loaded again: first values.
  CHECK(cuModuleUnload(first));
  CHECK(cuModuleUnload(second));
  CUlibrary library;
  CUkernel kernel;
  CHECK(cuLibraryLoadData(&library, cubin.data(), nullptr, nullptr, 0, nullptr, nullptr, 0));
  CHECK(cuLibraryGetKernel(&kernel, library, scale_double));
  CHECK(cuLibraryGetGlobal(&calls_of[0], &bytes, library, calls));
  int seen = 0;
  CHECK(cuMemcpyDtoH(&seen, calls_of[0], sizeof(seen)));
  EXPECT(seen == 40);
  int count = 1;
  void* arguments[] = {&sum, &count};
  CHECK(cuLaunchKernel((CUfunction)kernel, 1, 1, 1, 32, 1, 1, 32 * sizeof(double), nullptr, arguments, nullptr));
  CHECK(cuMemcpyDtoH(&result, sum, sizeof(result)));
  EXPECT(result == 1021.5 * 2 * 3);
  CHECK(cuLibraryUnload(library));
  CHECK(cuMemFree(memory));
  CHECK(cuMemFree(sum));
  CHECK(nvrtcDestroyProgram(&program));
}
