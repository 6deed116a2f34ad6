// What is no code object, what a module lacks, and modules that were unloaded are told with the caller's line.
// FINDING: api-error error none none read@ptx message="PTX, which Fencepost does not read"
// FINDING: api-error error none none read@cubin message="a cubin of nvcc"
// FINDING: api-error error none none read@text message="no code object"
// FINDING: api-error warning none none read@file message="no file that can be read"
// FINDING: api-error error none none read@null message="a null pointer"
// FINDING: api-error error none none read@option message="unrecognized option --no-such-option"
// FINDING: api-error error none none read@short message="the buffer of arguments has 4 bytes"
// FINDING: api-error error none none read@launch message="its kernel's module was unloaded"
// FINDING: api-error error none none read@again message="its module was unloaded"
// FINDING: api-error warning none none read@kernel message="there is no kernel called nothing"
// FINDING: api-error warning none none read@variable message="there is no variable called nothing"
// FINDING: api-error warning none none read@folder message="cuModuleLoad: it was given no file that can be read"
// FINDING: api-error warning none none *@source message="nvrtcCompileProgram: wrong.cu:1:23: error: use of undeclared identifier 'nothing'"
// FINDING: api-error error none none *@early message="nvrtcGetPTX: its program is not compiled"
// FINDING: api-error error none none *@no_kernel message="cuLaunchKernel: its kernel is null"
// FINDING: api-error error none none *@no_arguments message="cuLaunchKernel: the kernel has parameters, but arguments is null"
// FINDING: api-error error none none *@no_place message="cuLaunchKernel: argument 0 has a null pointer as its place"
// FINDING: api-error error none none *@stream message="kernel launch: its stream was never created, or was destroyed"
// FINDING: api-error error none none *@linker message="cuLinkDestroy: its linker was never created, or was destroyed"
// STDOUT: ^as documented$
#include <cuda.h>
#include <nvrtc.h>

#include <cstdio>
#include <cstring>
#include <vector>

int mistakes = 0;
#define EXPECT(wanted, call) \
  if ((call) != (wanted)) std::printf("line %d\n", __LINE__), ++mistakes

int main() {
  cuInit(0);
  CUcontext context;
  cuDevicePrimaryCtxRetain(&context, 0);
  cuCtxSetCurrent(context);
  CUmodule module = nullptr;
  EXPECT(CUDA_ERROR_INVALID_IMAGE, cuModuleLoadData(&module, "//\n.version 8.0\n.target sm_80\n"));  // @ptx
  unsigned char cubin[64] = {0x7f, 'E', 'L', 'F', 2, 1};
  cubin[18] = 190;
  EXPECT(CUDA_ERROR_INVALID_IMAGE, cuModuleLoadData(&module, cubin));            // @cubin
  EXPECT(CUDA_ERROR_INVALID_IMAGE, cuModuleLoadData(&module, "a kernel"));       // @text
  EXPECT(CUDA_ERROR_FILE_NOT_FOUND, cuModuleLoad(&module, "/nowhere/k.cubin"));  // @file
  EXPECT(CUDA_ERROR_INVALID_VALUE, cuModuleLoadData(&module, nullptr));          // @null
  EXPECT(CUDA_ERROR_FILE_NOT_FOUND, cuModuleLoad(&module, "/"));                 // @folder

  nvrtcProgram program;
  nvrtcCreateProgram(&program, "extern \"C\" __global__ void set(double* p) { *p = 1; }", nullptr, 0, nullptr, nullptr);
  const char* options[] = {"--no-such-option"};
  EXPECT(NVRTC_ERROR_INVALID_OPTION, nvrtcCompileProgram(program, 1, options));  // @option
  size_t bytes = 0;
  nvrtcGetProgramLogSize(program, &bytes);
  std::vector<char> log(bytes);
  nvrtcGetProgramLog(program, log.data());
  if (std::strstr(log.data(), "--no-such-option") == nullptr) std::puts("the log does not tell"), ++mistakes;
  EXPECT(NVRTC_SUCCESS, nvrtcCompileProgram(program, 0, nullptr));
  nvrtcGetPTXSize(program, &bytes);
  std::vector<char> ptx(bytes);
  nvrtcGetPTX(program, ptx.data());
  nvrtcDestroyProgram(&program);
  nvrtcCreateProgram(&program, "__global__ void k() { nothing; }", "wrong.cu", 0, nullptr, nullptr);
  EXPECT(NVRTC_ERROR_COMPILATION, nvrtcCompileProgram(program, 0, nullptr));  // @source
  nvrtcGetProgramLogSize(program, &bytes);
  log.resize(bytes);
  nvrtcGetProgramLog(program, log.data());
  if (std::strstr(log.data(), "wrong.cu:1:23: error: use of undeclared identifier 'nothing'") == nullptr) {
    std::puts(log.data()), ++mistakes;
  }
  EXPECT(NVRTC_ERROR_INVALID_PROGRAM, nvrtcGetPTX(program, log.data()));  // @early
  nvrtcDestroyProgram(&program);

  EXPECT(CUDA_SUCCESS, cuModuleLoadData(&module, ptx.data()));
  CUfunction set, nothing;
  CUdeviceptr data, variable;
  EXPECT(CUDA_SUCCESS, cuModuleGetFunction(&set, module, "set"));
  EXPECT(CUDA_ERROR_NOT_FOUND, cuModuleGetFunction(&nothing, module, "nothing"));         // @kernel
  EXPECT(CUDA_ERROR_NOT_FOUND, cuModuleGetGlobal(&variable, &bytes, module, "nothing"));  // @variable
  cuMemAlloc(&data, sizeof(double));
  size_t size = 4;
  void* extra[] = {CU_LAUNCH_PARAM_BUFFER_POINTER, &data, CU_LAUNCH_PARAM_BUFFER_SIZE, &size, CU_LAUNCH_PARAM_END};
  EXPECT(CUDA_ERROR_INVALID_VALUE, cuLaunchKernel(set, 1, 1, 1, 1, 1, 1, 0, nullptr, nullptr, extra));  // @short
  void* arguments[] = {&data};
  EXPECT(CUDA_ERROR_INVALID_HANDLE, cuLaunchKernel(nullptr, 1, 1, 1, 1, 1, 1, 0, nullptr, arguments, nullptr));  // @no_kernel
  EXPECT(CUDA_ERROR_INVALID_VALUE, cuLaunchKernel(set, 1, 1, 1, 1, 1, 1, 0, nullptr, nullptr, nullptr));  // @no_arguments
  void* places[] = {nullptr};
  EXPECT(CUDA_ERROR_INVALID_VALUE, cuLaunchKernel(set, 1, 1, 1, 1, 1, 1, 0, nullptr, places, nullptr));  // @no_place
  CUstream stream;
  cuStreamCreate(&stream, 0);
  cuStreamDestroy(stream);
  EXPECT(CUDA_ERROR_INVALID_HANDLE, cuLaunchKernel(set, 1, 1, 1, 1, 1, 1, 0, stream, arguments, nullptr));  // @stream
  CUlinkState linker;
  EXPECT(CUDA_SUCCESS, cuLinkCreate(0, nullptr, nullptr, &linker));
  EXPECT(CUDA_SUCCESS, cuLinkDestroy(linker));
  EXPECT(CUDA_ERROR_INVALID_HANDLE, cuLinkDestroy(linker));  // @linker
  EXPECT(CUDA_SUCCESS, cuLaunchKernel(set, 1, 1, 1, 1, 1, 1, 0, nullptr, arguments, nullptr));
  EXPECT(CUDA_SUCCESS, cuModuleUnload(module));
  if (cuLaunchKernel(set, 1, 1, 1, 1, 1, 1, 0, nullptr, arguments, nullptr) == CUDA_SUCCESS) ++mistakes;  // @launch
  EXPECT(CUDA_ERROR_INVALID_HANDLE, cuModuleUnload(module));                                              // @again
  cuMemFree(data);
  if (mistakes == 0) std::puts("as documented");
}
