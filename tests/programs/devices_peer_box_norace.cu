// Boxes of two devices' memory: copies without a stream begin after all earlier work of both, and end before all later work.
// OPTIONS: --devices 2
// COMPILE: -lcuda
// CLEAN
// STDOUT: ^23 43 101 1 101$
#include <cuda.h>

#include <cstdio>

__global__ void fill(int* data) { data[threadIdx.x] = int(threadIdx.x); }

int main() {
  int *from, *to, back[64];
  cudaStream_t stream;
  cudaMalloc(&from, 64 * sizeof(int));
  cudaStreamCreateWithFlags(&stream, cudaStreamNonBlocking);
  cudaSetDevice(1);
  cudaMalloc(&to, 64 * sizeof(int));
  cudaMemset(to, 0, 64 * sizeof(int));
  cudaSetDevice(0);
  fill<<<1, 64, 0, stream>>>(from);

  // Of 4 × 4 × 4 numbers the inner 2 × 2 × 2, by one place nearer to the beginning.
  cudaMemcpy3DPeerParms box = {};
  box.srcPtr = make_cudaPitchedPtr(from, 16, 16, 4);
  box.srcPos = make_cudaPos(4, 1, 1);
  box.dstPtr = make_cudaPitchedPtr(to, 16, 16, 4);
  box.dstDevice = 1;
  box.extent = make_cudaExtent(8, 2, 2);
  cudaMemcpy3DPeer(&box);
  cudaMemcpy(back, to, sizeof back, cudaMemcpyDeviceToHost);
  printf("%d %d", back[0] + 2, back[21] + 1);

  CUDA_MEMCPY3D_PEER same = {};
  CUcontext contexts[2];
  cuDevicePrimaryCtxRetain(&contexts[0], 0);
  cuDevicePrimaryCtxRetain(&contexts[1], 1);
  same.srcMemoryType = same.dstMemoryType = CU_MEMORYTYPE_DEVICE;
  same.srcDevice = CUdeviceptr(from);
  same.srcContext = contexts[0];
  same.srcPitch = same.dstPitch = 16;
  same.srcHeight = same.dstHeight = 4;
  same.dstDevice = CUdeviceptr(to);
  same.dstContext = contexts[1];
  same.dstZ = 3;
  same.WidthInBytes = 16;
  same.Height = 4;
  same.Depth = 1;
  const int copied = cuMemcpy3DPeer(&same);
  cudaMemcpy(back, to, sizeof back, cudaMemcpyDeviceToHost);
  box.srcDevice = 7;
  printf(" %d %d %d\n", back[48] == 0 && back[63] == 15 ? 101 : back[63], copied == CUDA_SUCCESS,
         int(cudaMemcpy3DPeerAsync(&box, stream)));
}
