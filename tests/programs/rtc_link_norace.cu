// Code objects that are linked: functions with barriers, variables and templates of each other; loaded twice.
// INCLUDES: parts/rtc_link.h
// CLEAN
// STDOUT: ^right$
#include "parts/rtc_link.h"

const char* const kKernel = R"(
template <class T> __device__ T twice(T value) { return value + value; }
extern __device__ int calls;
extern __constant__ int weights[4];
__device__ void exchange(int* tile, int* data);
__device__ int offset = 5;
extern "C" __global__ void reverse(int* data) {
  __shared__ int tile[64];
  tile[threadIdx.x] = twice(data[threadIdx.x]) + weights[threadIdx.x % 4];
  exchange(tile, data);
  if (threadIdx.x == 0) ++calls;
}
)";
const char* const kFunction = R"(
template <class T> __device__ T twice(T value) { return value + value; }
extern __device__ int offset;
__device__ int calls = 100;
__constant__ int weights[4] = {1, 2, 3, 4};
__device__ void exchange(int* tile, int* data) {
  __syncthreads();
  data[threadIdx.x] = twice(tile[63 - threadIdx.x]) + offset;
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
  for (int round = 0; round < 2; ++round) {
    CUmodule module;
    CUfunction reverse;
    CHECK(cuModuleLoadData(&module, code));
    CHECK(cuModuleGetFunction(&reverse, module, "reverse"));
    CUdeviceptr data, calls, offset;
    CHECK(cuModuleGetGlobal(&calls, &bytes, module, "calls"));
    CHECK(cuModuleGetGlobal(&offset, &bytes, module, "offset"));
    const int six = 6;
    CHECK(cuMemcpyHtoD(offset, &six, sizeof six));
    CHECK(cuMemAlloc(&data, 64 * sizeof(int)));
    CHECK(cuMemsetD32(data, 10, 64));
    void* arguments[] = {&data};
    CHECK(cuLaunchKernel(reverse, 1, 1, 1, 64, 1, 1, 0, nullptr, arguments, nullptr));
    int result[64], count;
    CHECK(cuMemcpyDtoH(result, data, sizeof result));
    CHECK(cuMemcpyDtoH(&count, calls, sizeof count));
    for (int i = 0; i < 64; ++i) {
      if (result[i] != 2 * (20 + 1 + (63 - i) % 4) + 6) return 1;
    }
    if (count != 101) return 2;  // Each load has its own first values.
    CHECK(cuMemFree(data));
    CHECK(cuModuleUnload(module));
  }
  CHECK(cuLinkDestroy(link));
  std::puts("right");
}
