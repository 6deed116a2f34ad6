// Libraries by the runtime API: what is none, what one lacks, and a kernel whose library was unloaded are told with the
// caller's line.
// FINDING: api-error error none none *@text message="no code object"
// FINDING: api-error warning none none *@kernel message="there is no kernel called nothing"
// FINDING: api-error error none none *@launch message="its kernel's module was unloaded"
// STDOUT: ^200 500 1$
#include <cuda_runtime.h>
#include <nvrtc.h>

#include <cstdio>
#include <string>

int main() {
  nvrtcProgram program;
  nvrtcCreateProgram(&program, "extern \"C\" __global__ void one(int* data) { *data = 1; }", "one.cu", 0, nullptr,
                     nullptr);
  nvrtcCompileProgram(program, 0, nullptr);
  std::size_t bytes = 0;
  nvrtcGetCUBINSize(program, &bytes);
  std::string code(bytes, ' ');
  nvrtcGetCUBIN(program, code.data());
  nvrtcDestroyProgram(&program);

  cudaLibrary_t library = nullptr;
  cudaKernel_t kernel = nullptr;
  const int text =
      cudaLibraryLoadData(&library, "nothing of the kind", nullptr, nullptr, 0, nullptr, nullptr, 0);  // @text
  cudaLibraryLoadData(&library, code.data(), nullptr, nullptr, 0, nullptr, nullptr, 0);
  const int missing = cudaLibraryGetKernel(&kernel, library, "nothing");  // @kernel
  cudaLibraryGetKernel(&kernel, library, "one");
  cudaLibraryUnload(library);
  int* data = nullptr;
  cudaMalloc(&data, sizeof(int));
  void* arguments[] = {&data};
  const int gone =
      cudaLaunchKernel(reinterpret_cast<const void*>(kernel), dim3(1), dim3(1), arguments, 0, nullptr);  // @launch
  cudaFree(data);
  std::printf("%d %d %d\n", text, missing, gone != 0);
}
