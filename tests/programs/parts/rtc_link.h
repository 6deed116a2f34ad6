// Sources that NVRTC compiles by themselves, and the driver's linker makes one module of.
#include <cuda.h>
#include <nvrtc.h>

#include <cstdio>
#include <cstdlib>
#include <string>
#include <vector>

#define CHECK(call)                                             \
  do {                                                          \
    const int result_ = (int)(call);                            \
    if (result_ != 0) {                                         \
      std::fprintf(stderr, "line %d: %d\n", __LINE__, result_); \
      std::abort();                                             \
    }                                                           \
  } while (false)

inline std::vector<char> compile(const char* source, const char* name) {
  nvrtcProgram program;
  CHECK(nvrtcCreateProgram(&program, source, name, 0, nullptr, nullptr));
  const char* options[] = {"--gpu-architecture=sm_90", "--relocatable-device-code=true"};
  CHECK(nvrtcCompileProgram(program, 2, options));
  size_t bytes = 0;
  CHECK(nvrtcGetCUBINSize(program, &bytes));
  std::vector<char> code(bytes);
  CHECK(nvrtcGetCUBIN(program, code.data()));
  CHECK(nvrtcDestroyProgram(&program));
  return code;
}

inline void begin() {
  CUcontext context;
  CHECK(cuInit(0));
  CHECK(cuDevicePrimaryCtxRetain(&context, 0));
  CHECK(cuCtxSetCurrent(context));
}

inline void add(CUlinkState link, std::vector<char> code) {
  CHECK(cuLinkAddData(link, CU_JIT_INPUT_CUBIN, code.data(), code.size(), "", 0, nullptr, nullptr));
}
