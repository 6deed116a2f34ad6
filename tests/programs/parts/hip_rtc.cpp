// For test_hip.py: a kernel in HIP that is compiled while the program runs, with a header, options and a template; and
// one that does not compile.
#include <hip/hip_runtime.h>
#include <hip/hiprtc.h>

#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <string>
#include <vector>

#include "require.h"

namespace {

const char kSource[] =
    "#include \"real.h\"\n"
    "template <int kStep> __global__ void add(real* out) {\n"
    "  out[hipThreadIdx_x] += kStep + MORE + real(__builtin_amdgcn_wavefrontsize());\n"
    "}\n";

std::string log_of(hiprtcProgram program) {
  size_t bytes = 0;
  REQUIRE(hiprtcGetProgramLogSize(program, &bytes) == HIPRTC_SUCCESS);
  std::string log(bytes, ' ');
  REQUIRE(hiprtcGetProgramLog(program, log.data()) == HIPRTC_SUCCESS);
  return log;
}

}  // namespace

int main() {
  const char *header = "using real = float;\n", *name = "real.h";
  hiprtcProgram program;
  REQUIRE(hiprtcCreateProgram(&program, kSource, "add.hip", 1, &header, &name) == HIPRTC_SUCCESS);
  REQUIRE(hiprtcAddNameExpression(program, "add<3>") == HIPRTC_SUCCESS);
  const char* options[] = {"--gpu-architecture=gfx90a", "-DMORE=4", "-O3", "-munsafe-fp-atomics"};
  if (hiprtcCompileProgram(program, 4, options) != HIPRTC_SUCCESS) printf("%s\n", log_of(program).c_str());
  const char* lowered = nullptr;
  REQUIRE(hiprtcGetLoweredName(program, "add<3>", &lowered) == HIPRTC_SUCCESS);
  size_t bytes = 0;
  REQUIRE(hiprtcGetCodeSize(program, &bytes) == HIPRTC_SUCCESS);
  std::vector<char> code(bytes);
  REQUIRE(hiprtcGetCode(program, code.data()) == HIPRTC_SUCCESS);
  hipModule_t module;
  hipFunction_t add;
  REQUIRE(hipModuleLoadData(&module, code.data()) == hipSuccess);
  REQUIRE(hipModuleGetFunction(&add, module, lowered) == hipSuccess);
  REQUIRE(hiprtcDestroyProgram(&program) == HIPRTC_SUCCESS);
  float* out;
  REQUIRE(hipMallocManaged(&out, 64 * sizeof(float)) == hipSuccess);
  for (int i = 0; i < 64; ++i) out[i] = i;
  void* arguments[] = {&out};
  REQUIRE(hipModuleLaunchKernel(add, 1, 1, 1, 64, 1, 1, 0, nullptr, arguments, nullptr) == hipSuccess);
  REQUIRE(hipDeviceSynchronize() == hipSuccess);
  for (int i = 0; i < 64; ++i) REQUIRE(out[i] == i + 3 + 4 + 64);
  REQUIRE(hipFree(out) == hipSuccess && hipModuleUnload(module) == hipSuccess);

  REQUIRE(hiprtcCreateProgram(&program, "__global__ void k() { nothing(); }", "bad.hip", 0, nullptr, nullptr) ==
          HIPRTC_SUCCESS);
  REQUIRE(hiprtcCompileProgram(program, 0, nullptr) == HIPRTC_ERROR_COMPILATION);
  REQUIRE(strstr(log_of(program).c_str(), "bad.hip:1:23: error: use of undeclared identifier 'nothing'"));
  REQUIRE(!strcmp(hiprtcGetErrorString(HIPRTC_ERROR_COMPILATION), "HIPRTC_ERROR_COMPILATION"));
  REQUIRE(hiprtcDestroyProgram(&program) == HIPRTC_SUCCESS);
  printf("right\n");
}
