// Two code objects that are linked: a race between a line of one and a line of the other, in a function that it calls.
// INCLUDES: parts/rtc_link.h
// FINDING: race error shared intra-block write@w read@r object=tile kernel=reverse
#include "parts/rtc_link.h"

const char* const kKernel = R"(#line 7 "rtc_link_race.cu"
__device__ void put(int* tile, int value);
extern "C" __global__ void reverse(int* data) {
  __shared__ int tile[64];
  put(tile, data[threadIdx.x]);
  data[threadIdx.x] = tile[63 - threadIdx.x];  // @r
}
)";
const char* const kFunction = R"(#line 15 "rtc_link_race.cu"
__device__ void put(int* tile, int value) {
  tile[threadIdx.x] = value;  // @w
}
)";

int main() {
  begin();
  CUlinkState link;
  CHECK(cuLinkCreate(0, nullptr, nullptr, &link));
  add(link, compile(kKernel, "kernel.cu"));
  add(link, compile(kFunction, "function.cu"));
  void* code;
  size_t bytes;
  CHECK(cuLinkComplete(link, &code, &bytes));
  CUmodule module;
  CUfunction reverse;
  CHECK(cuModuleLoadData(&module, code));
  CHECK(cuLinkDestroy(link));
  CHECK(cuModuleGetFunction(&reverse, module, "reverse"));
  CUdeviceptr data;
  CHECK(cuMemAlloc(&data, 64 * sizeof(int)));
  CHECK(cuMemsetD32(data, 1, 64));
  void* arguments[] = {&data};
  CHECK(cuLaunchKernel(reverse, 1, 1, 1, 64, 1, 1, 0, nullptr, arguments, nullptr));
  CHECK(cuCtxSynchronize());
}
