// What is wrong with calls of cuDNN is told at their line: shapes that do not go together, descriptors that were not set or are no
// more, types, workspaces, tensors that are too small, of the host or null.
// FINDING: api-error error none none *@handle message="cudnnSetStream: its handle was never created, or was destroyed"
// FINDING: api-error error none none *@zero message="cudnnSetTensor4dDescriptor: dimension 1 is 0"
// FINDING: api-error error none none *@unset message="cudnnSoftmaxForward: xDesc was not set"
// FINDING: api-error error none none *@shape message="cudnnConvolutionForward: yDesc is of 1x1x8x8, the convolution's result of 1x1x6x6"
// FINDING: api-error error none none *@channels message="cudnnConvolutionForward: wDesc is for 1 channels, xDesc has 2"
// FINDING: api-error error none none *@workspace message="cudnnConvolutionForward: its workspace is smaller than the algorithm needs: 16 bytes"
// FINDING: api-error error none none *@short message="cudnnSoftmaxForward: its y \(256 bytes\) goes 240 bytes past the end of the 16 bytes"
// FINDING: api-error error none none *@host message="cudnnSoftmaxForward: its x \(256 bytes\) is not device memory"
// FINDING: api-error error none none *@null message="cudnnSoftmaxForward: x is null"
// FINDING: api-error error none none *@alpha message="cudnnSoftmaxForward: alpha is null"
// FINDING: api-error error none none *@type message="cudnnSoftmaxForward with xDesc of cudnnDataType_t 3 is not supported"
// FINDING: api-error error none none *@gone message="cudnnSoftmaxForward: xDesc was never created, or was destroyed"
// FINDING: api-error error none none *@rnn message="cudnnRNNForward is not supported by Fencepost; the call returned CUDNN_STATUS_NOT_SUPPORTED"
// STDOUT: ^1001 2000 2000 2000 2000 2000 5000 5000 2000 2000 3000 2000 3000 $
// NEEDS: /usr/lib/x86_64-linux-gnu/libdnnl.so.2
// COMPILE: -lcudnn
#include <cudnn.h>

#include <cstdio>

int main() {
  float host[64] = {}, *x, *y, *few;
  cudaMalloc(&x, 128 * sizeof(float));
  cudaMalloc(&y, 64 * sizeof(float));
  cudaMalloc(&few, 4 * sizeof(float));
  cudaMemset(x, 0, 128 * sizeof(float));
  const float one = 1, zero = 0;
  cudnnHandle_t handle, destroyed;
  cudnnCreate(&handle);
  cudnnCreate(&destroyed);
  cudnnDestroy(destroyed);
  cudnnTensorDescriptor_t tensor, two, unset, bytes, gone;
  for (cudnnTensorDescriptor_t* place : {&tensor, &two, &unset, &bytes, &gone}) cudnnCreateTensorDescriptor(place);
  cudnnSetTensor4dDescriptor(tensor, CUDNN_TENSOR_NCHW, CUDNN_DATA_FLOAT, 1, 1, 8, 8);
  cudnnSetTensor4dDescriptor(two, CUDNN_TENSOR_NCHW, CUDNN_DATA_FLOAT, 1, 2, 8, 8);
  cudnnSetTensor4dDescriptor(bytes, CUDNN_TENSOR_NCHW, CUDNN_DATA_INT8, 1, 1, 8, 8);
  cudnnDestroyTensorDescriptor(gone);
  cudnnFilterDescriptor_t filter;
  cudnnCreateFilterDescriptor(&filter);
  cudnnSetFilter4dDescriptor(filter, CUDNN_DATA_FLOAT, CUDNN_TENSOR_NCHW, 1, 1, 3, 3);
  cudnnConvolutionDescriptor_t narrow, same;
  cudnnCreateConvolutionDescriptor(&narrow);
  cudnnCreateConvolutionDescriptor(&same);
  cudnnSetConvolution2dDescriptor(narrow, 0, 0, 1, 1, 1, 1, CUDNN_CROSS_CORRELATION, CUDNN_DATA_FLOAT);
  cudnnSetConvolution2dDescriptor(same, 1, 1, 1, 1, 1, 1, CUDNN_CROSS_CORRELATION, CUDNN_DATA_FLOAT);
  const auto plain = CUDNN_CONVOLUTION_FWD_ALGO_IMPLICIT_GEMM, other = CUDNN_CONVOLUTION_FWD_ALGO_WINOGRAD;
  const auto fast = CUDNN_SOFTMAX_FAST;
  const auto all = CUDNN_SOFTMAX_MODE_INSTANCE;
  int status[13];
  status[0] = cudnnSetStream(destroyed, nullptr);  // @handle
  status[1] = cudnnSetTensor4dDescriptor(gone == nullptr ? gone : unset, CUDNN_TENSOR_NCHW, CUDNN_DATA_FLOAT, 1, 0, 8, 8);  // @zero
  status[2] = cudnnSoftmaxForward(handle, fast, all, &one, unset, x, &zero, tensor, y);  // @unset
  status[3] = cudnnConvolutionForward(handle, &one, tensor, x, filter, x, narrow, plain, nullptr, 0, &zero, tensor, y);  // @shape
  status[4] = cudnnConvolutionForward(handle, &one, two, x, filter, x, same, plain, nullptr, 0, &zero, tensor, y);  // @channels
  status[5] = cudnnConvolutionForward(handle, &one, tensor, x, filter, x, same, other, nullptr, 0, &zero, tensor, y);  // @workspace
  status[6] = cudnnSoftmaxForward(handle, fast, all, &one, tensor, x, &zero, tensor, few);  // @short
  status[7] = cudnnSoftmaxForward(handle, fast, all, &one, tensor, host, &zero, tensor, y);  // @host
  status[8] = cudnnSoftmaxForward(handle, fast, all, &one, tensor, nullptr, &zero, tensor, y);  // @null
  status[9] = cudnnSoftmaxForward(handle, fast, all, nullptr, tensor, x, &zero, tensor, y);  // @alpha
  status[10] = cudnnSoftmaxForward(handle, fast, all, &one, bytes, x, &zero, bytes, y);  // @type
  status[11] = cudnnSoftmaxForward(handle, fast, all, &one, gone, x, &zero, tensor, y);  // @gone
  status[12] = cudnnRNNForward(handle);  // @rnn
  for (const int s : status) printf("%d ", s);
  printf("\n");
}
