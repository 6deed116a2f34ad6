// Macros that NVRTC is given are the source's, and those of what it includes first, not of our headers: they may have
// names of the C library's. NDEBUG counts for the assert() that is there without an #include.
// CLEAN
#include <cuda.h>
#include <nvrtc.h>

#include <cstdio>
#include <vector>

const char* const kFirst = R"(
__device__ inline int32_t first() { return square(SIZE); }
#define FIRST first()
)";

const char* const kSource = R"(
#ifdef GONE
#error GONE is defined
#endif
extern "C" __global__ void fill(int32_t* data) {
  assert(false);
  data[threadIdx.x] = FIRST + INT_MAX + ONE;
}
)";

int main() {
  const char* const name = "first.h";
  nvrtcProgram program;
  nvrtcCreateProgram(&program, kSource, "fill.cu", 1, &kFirst, &name);
  const char* options[] = {"-Dint32_t=int", "-Dsquare(x)=((x) * (x))", "--define-macro=SIZE=8", "-D", "INT_MAX=5", "-DONE",
                           "-DGONE",        "-UGONE",                  "-DNDEBUG",              "-include", "first.h",
                           "-Dsize_t=unsigned long"};
  if (nvrtcCompileProgram(program, sizeof options / sizeof *options, options) != NVRTC_SUCCESS) {
    size_t bytes = 0;
    nvrtcGetProgramLogSize(program, &bytes);
    std::vector<char> log(bytes);
    nvrtcGetProgramLog(program, log.data());
    std::fputs(log.data(), stdout);
    return 1;
  }
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
  CUfunction fill;
  if (cuModuleLoadData(&module, ptx.data()) != CUDA_SUCCESS) return 2;
  if (cuModuleGetFunction(&fill, module, "fill") != CUDA_SUCCESS) return 3;
  CUdeviceptr data;
  cuMemAlloc(&data, 4 * sizeof(int));
  void* arguments[] = {&data};
  cuLaunchKernel(fill, 1, 1, 1, 4, 1, 1, 0, nullptr, arguments, nullptr);
  int result[4] = {};
  cuMemcpyDtoH(result, data, sizeof result);
  std::printf("%d %d\n", result[0], result[3]);
  cuMemFree(data);
  cuModuleUnload(module);
  return result[0] == 70 && result[3] == 70 ? 0 : 4;
}
