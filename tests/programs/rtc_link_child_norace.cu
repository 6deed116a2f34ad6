// A kernel that launches one of another code object, with which it is linked.
// INCLUDES: parts/rtc_link.h
// CLEAN
// STDOUT: ^5$
#include "parts/rtc_link.h"

const char* const kOuter = R"(
extern "C" __global__ void outer(int* data) {
  extern __global__ void inner(int* data);
  data[0] = 4;
  inner<<<1, 1>>>(data);
}
)";
const char* const kInner = R"(
extern "C" __global__ void inner(int* data) {
  data[0] += 1;
}
)";

int main() {
  begin();
  CUlinkState link;
  CHECK(cuLinkCreate(0, nullptr, nullptr, &link));
  add(link, compile(kOuter, "outer.cu"));
  add(link, compile(kInner, "inner.cu"));
  CHECK(cuLinkAddFile(link, CU_JIT_INPUT_LIBRARY, "libcudadevrt.a", 0, nullptr, nullptr));
  void* code;
  size_t bytes;
  CHECK(cuLinkComplete(link, &code, &bytes));
  CUmodule module;
  CUfunction outer;
  CHECK(cuModuleLoadData(&module, code));
  CHECK(cuModuleGetFunction(&outer, module, "outer"));
  CUdeviceptr data;
  int result;
  CHECK(cuMemAlloc(&data, sizeof(int)));
  void* arguments[] = {&data};
  CHECK(cuLaunchKernel(outer, 1, 1, 1, 1, 1, 1, 0, nullptr, arguments, nullptr));
  CHECK(cuMemcpyDtoH(&result, data, sizeof result));
  std::printf("%d\n", result);
}
