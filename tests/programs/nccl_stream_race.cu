// A rank's part of an operation reads and writes in its stream: kernels in other streams that do not wait race with it, on either
// side; a rank that gets no data from another is not ordered behind it; nor is what another rank receives.
// OPTIONS: --devices 2
// FINDING: race error global stream write@fill read@reduce object=data
// FINDING: race error global stream write@reduce read@use object=sum element=sum[0]
// FINDING: race error global stream write@again read@peer object=sum
// FINDING: race error global stream *@broadcast write@root object=data
// COMPILE: -lnccl
#include <nccl.h>

__global__ void set(float* data) {
  data[threadIdx.x] = 1;  // @fill
}
__global__ void copy(const float* sum, float* to) {
  to[threadIdx.x] = sum[threadIdx.x];  // @use
}
__global__ void copy_of_peer(const float* sum, float* to) {
  to[threadIdx.x] = sum[threadIdx.x];  // @peer
}
__global__ void clear(float* data) {
  data[threadIdx.x] = 0;  // @root
}

int main() {
  ncclComm_t comms[2];
  cudaStream_t streams[2], other;
  float *data[2], *sum[2], *out;
  ncclCommInitAll(comms, 2, nullptr);
  for (int r = 1; r >= 0; --r) {
    cudaSetDevice(r);
    cudaStreamCreate(&streams[r]);
    cudaMalloc(&data[r], 64 * sizeof(float));
    cudaMalloc(&sum[r], 64 * sizeof(float));
    cudaMemset(data[r], 0, 64 * sizeof(float));
    cudaDeviceSynchronize();
  }
  cudaMalloc(&out, 64 * sizeof(float));
  cudaStreamCreate(&other);
  set<<<1, 64, 0, other>>>(data[0]);
  ncclGroupStart();
  for (int r = 0; r < 2; ++r) ncclAllReduce(data[r], sum[r], 64, ncclFloat, ncclSum, comms[r], streams[r]);  // @reduce
  ncclGroupEnd();
  copy<<<1, 64, 0, other>>>(sum[0], out);
  cudaDeviceSynchronize();
  cudaSetDevice(1);
  float* own;
  cudaMalloc(&own, 64 * sizeof(float));
  cudaDeviceEnablePeerAccess(0, 0);
  cudaDeviceSynchronize();
  ncclGroupStart();
  for (int r = 0; r < 2; ++r) ncclAllReduce(data[r], sum[r], 64, ncclFloat, ncclSum, comms[r], streams[r]);  // @again
  ncclGroupEnd();
  copy_of_peer<<<1, 64, 0, streams[1]>>>(sum[0], own);
  cudaDeviceSynchronize();
  cudaSetDevice(0);
  cudaDeviceSynchronize();
  // The root does not wait for those that receive.
  cudaDeviceEnablePeerAccess(1, 0);
  ncclGroupStart();
  for (int r = 0; r < 2; ++r) ncclBcast(data[r], 64, ncclFloat, 0, comms[r], streams[r]);  // @broadcast
  ncclGroupEnd();
  clear<<<1, 64, 0, streams[0]>>>(data[1]);
  cudaDeviceSynchronize();
}
