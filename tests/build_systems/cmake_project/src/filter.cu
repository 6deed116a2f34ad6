#include "filter.h"

#include "samples.h"

namespace {

const int kBlock = 128;

__constant__ int taps_on_device[TAPS];

__global__ void filter_kernel(const int* in, int* out, int count) {
  __shared__ int tile[kBlock + TAPS - 1];
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  tile[threadIdx.x + TAPS - 1] = i < count ? in[i] : 0;
  if (threadIdx.x < TAPS - 1) {
    const int before = i - (TAPS - 1);
    tile[threadIdx.x] = before >= 0 && before < count ? in[before] : 0;
  }
  __syncthreads();
  if (i >= count) return;
  int sum = 0;
  for (int k = 0; k < TAPS; ++k) sum += taps_on_device[k] * tile[threadIdx.x + TAPS - 1 - k];
  out[i] = clip(sum);
}

}  // namespace

void filter(const int* in, int* out, int count, const int (&taps)[TAPS]) {
  cudaMemcpyToSymbol(taps_on_device, taps, sizeof(taps));
  filter_kernel<<<(count + kBlock - 1) / kBlock, kBlock>>>(in, out, count);
}
