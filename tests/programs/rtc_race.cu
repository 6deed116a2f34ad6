// A race in a kernel that NVRTC compiles is found, with the lines of its source: here those of this file.
// FINDING: race error shared intra-block write@w read@r object=tile
#include <cuda.h>
#include <nvrtc.h>

#include <csignal>
#include <cstdio>
#include <vector>

const char* const kSource = R"(#line 11 "rtc_race.cu"
extern "C" __global__ void reverse(int* data) {
  __shared__ int tile[64];
  tile[threadIdx.x] = data[threadIdx.x];       // @w
  data[threadIdx.x] = tile[63 - threadIdx.x];  // @r
}
)";

int main() {
  signal(SIGCHLD, SIG_IGN);  // The compiler's end is waited for all the same.
  nvrtcProgram program;
  nvrtcCreateProgram(&program, kSource, "reverse.cu", 0, nullptr, nullptr);
  const char* options[] = {"--gpu-architecture=sm_90"};
  if (nvrtcCompileProgram(program, 1, options) != NVRTC_SUCCESS) return 1;
  size_t bytes = 0;
  nvrtcGetPTXSize(program, &bytes);
  std::vector<char> ptx(bytes);
  nvrtcGetPTX(program, ptx.data());
  nvrtcDestroyProgram(&program);
  cuInit(0);
  CUcontext context;
  cuDevicePrimaryCtxRetain(&context, 0);
  cuCtxSetCurrent(context);
  CUmodule module;
  CUfunction reverse;
  if (cuModuleLoadData(&module, ptx.data()) != CUDA_SUCCESS) return 2;
  if (cuModuleGetFunction(&reverse, module, "reverse") != CUDA_SUCCESS) return 3;
  CUdeviceptr data;
  cuMemAlloc(&data, 64 * sizeof(int));
  cuMemsetD32(data, 1, 64);
  void* arguments[] = {&data};
  if (cuLaunchKernel(reverse, 1, 1, 1, 64, 1, 1, 0, nullptr, arguments, nullptr) != CUDA_SUCCESS) return 4;
  cuMemFree(data);
  cuModuleUnload(module);
}
