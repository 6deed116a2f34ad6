// NVRTC's code for optimisation at link time, which nvJitLink makes one module of; it is there with -dlto alone.
// INCLUDES: parts/rtc_link.h
// CLEAN
// STDOUT: ^4 right$
#include <nvJitLink.h>

#include "parts/rtc_link.h"

static nvrtcResult code_of(const char* source, const char* name, bool lto, std::vector<char>& code) {
  nvrtcProgram program;
  CHECK(nvrtcCreateProgram(&program, source, name, 0, nullptr, nullptr));
  const char* options[] = {"--relocatable-device-code=true", "-dlto"};
  CHECK(nvrtcCompileProgram(program, lto ? 2 : 1, options));
  size_t bytes = 0;
  const nvrtcResult result = nvrtcGetLTOIRSize(program, &bytes);
  code.resize(bytes);
  if (result == NVRTC_SUCCESS) CHECK(nvrtcGetLTOIR(program, code.data()));
  CHECK(nvrtcDestroyProgram(&program));
  return result;
}

int main() {
  begin();
  std::vector<char> kernel, function, none;
  CHECK(code_of("extern __device__ int next(int); extern \"C\" __global__ void k(int* p) { p[threadIdx.x] = next(threadIdx.x); }",
                "kernel.cu", true, kernel));
  CHECK(code_of("__device__ int next(int i) { return i + 1; }", "function.cu", true, function));
  const int without = code_of("__global__ void none() {}", "none.cu", false, none);
  nvJitLinkHandle link;
  const char* options[] = {"-lto", "-arch=sm_90"};
  CHECK(nvJitLinkCreate(&link, 2, options));
  CHECK(nvJitLinkAddData(link, NVJITLINK_INPUT_LTOIR, kernel.data(), kernel.size(), "kernel"));
  CHECK(nvJitLinkAddData(link, NVJITLINK_INPUT_LTOIR, function.data(), function.size(), "function"));
  CHECK(nvJitLinkComplete(link));
  size_t bytes;
  CHECK(nvJitLinkGetLinkedCubinSize(link, &bytes));
  std::vector<char> code(bytes);
  CHECK(nvJitLinkGetLinkedCubin(link, code.data()));
  CHECK(nvJitLinkDestroy(&link));
  CUmodule module;
  CUfunction k;
  CUdeviceptr data;
  CHECK(cuModuleLoadData(&module, code.data()));
  CHECK(cuModuleGetFunction(&k, module, "k"));
  CHECK(cuMemAlloc(&data, 32 * sizeof(int)));
  void* arguments[] = {&data};
  CHECK(cuLaunchKernel(k, 1, 1, 1, 32, 1, 1, 0, nullptr, arguments, nullptr));
  int result[32];
  CHECK(cuMemcpyDtoH(result, data, sizeof result));
  for (int i = 0; i < 32; ++i) {
    if (result[i] != i + 1) return 1;
  }
  CHECK(cuMemFree(data));
  CHECK(cuModuleUnload(module));
  std::printf("%d right\n", without);
}
