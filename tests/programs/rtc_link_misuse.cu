// Code objects that do not fit together.
// INCLUDES: parts/rtc_link.h
// FINDING: api-error error none none *@missing message="cuLinkComplete: it was given code that refers to what neither it nor the program has: put\(int\*\) \(CUDA_ERROR_SHARED_OBJECT_SYMBOL_NOT_FOUND\)"
// FINDING: api-error error none none *@twice message="cuLinkComplete: it was given code objects that each define put\(int\*\) \(CUDA_ERROR_INVALID_IMAGE\)"
// FINDING: api-error error none none *@kernels message="cuModuleLoadData: it was given code objects that each have a kernel k \(CUDA_ERROR_INVALID_IMAGE\)"
// FINDING: api-error error none none *@cut message="cuLinkAddData: it was given linked code objects that are cut off, or damaged \(CUDA_ERROR_INVALID_IMAGE\)"
// STDOUT: ^ok$
#include "parts/rtc_link.h"

const char* const kKernel = "__device__ void put(int*);\nextern \"C\" __global__ void k(int* to) { put(to); }\n";
const char* const kFunction = "__device__ void put(int* to) { *to = 1; }\n";

int main() {
  begin();
  const auto kernel = compile(kKernel, "kernel.cu"), function = compile(kFunction, "function.cu");
  CUlinkState link;
  void* code;
  size_t bytes;
  CHECK(cuLinkCreate(0, nullptr, nullptr, &link));
  add(link, kernel);
  bool right = cuLinkComplete(link, &code, &bytes) == CUDA_ERROR_SHARED_OBJECT_SYMBOL_NOT_FOUND;  // @missing
  add(link, function);
  CHECK(cuLinkComplete(link, &code, &bytes));
  CUlinkState other;
  CHECK(cuLinkCreate(0, nullptr, nullptr, &other));
  right &= cuLinkAddData(other, CU_JIT_INPUT_CUBIN, code, bytes - 8, "", 0, nullptr, nullptr) != CUDA_SUCCESS;  // @cut
  add(link, function);
  right &= cuLinkComplete(link, &code, &bytes) == CUDA_ERROR_INVALID_IMAGE;  // @twice
  add(other, kernel);
  add(other, function);
  add(other, kernel);
  CUmodule module;
  CHECK(cuLinkComplete(other, &code, &bytes));
  right &= cuModuleLoadData(&module, code) == CUDA_ERROR_INVALID_IMAGE;  // @kernels
  std::puts(right ? "ok" : "wrong");
}
