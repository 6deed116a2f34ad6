// Ranges for NVIDIA's profilers are accepted, in C and in C++.
// CLEAN
// COMPILE: -lnvToolsExt
// STDOUT: ^done$
#include <cuda_profiler_api.h>
#include <nvToolsExt.h>
#include <nvtx3/nvToolsExt.h>
#include <nvtx3/nvToolsExtCudaRt.h>
#include <nvtx3/nvtx3.hpp>

#include <cstdio>

struct my_domain {
  static constexpr const char* name = "mine";
};

__global__ void set(int* p) { *p = 1; }

void work(int* data) {
  NVTX3_FUNC_RANGE();
  nvtx3::scoped_range range{"work", nvtx3::rgb{255, 0, 0}, nvtx3::payload{3}};
  nvtx3::scoped_range_in<my_domain> inner{nvtx3::event_attributes{"inner"}};
  set<<<1, 1>>>(data);
  nvtx3::mark("launched");
}

int main() {
  int* data;
  cudaMalloc(&data, sizeof(int));
  nvtxEventAttributes_t event = {};
  event.version = NVTX_VERSION;
  event.size = NVTX_EVENT_ATTRIB_STRUCT_SIZE;
  event.colorType = NVTX_COLOR_ARGB;
  event.messageType = NVTX_MESSAGE_TYPE_ASCII;
  event.message.ascii = "all";
  cudaProfilerStart();
  nvtxRangePushEx(&event);
  const nvtxRangeId_t id = nvtxRangeStartA("range");
  work(data);
  nvtxRangeEnd(id);
  nvtxRangePop();
  cudaProfilerStop();
  cudaDeviceSynchronize();
  printf("done\n");
  cudaFree(data);
}
