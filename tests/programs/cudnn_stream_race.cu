// A layer in one stream, and in another a kernel that does not wait for it; an input that nobody wrote, or only a search for algorithms; two convolutions that share
// their workspace.
// FINDING: race error global stream write@activate read@read object=y element=y[0]
// FINDING: race error global stream read@activate write@write object=x element=x[0]
// FINDING: race error global stream write@first write@second
// FINDING: uninitialized-read error global none read@unwritten object=z message="cudnnSoftmaxForward reads its x, part of which nothing has written"
// FINDING: uninitialized-read error global none read@tried object=tried message="cudnnActivationForward reads its x"
// NEEDS: /usr/lib/x86_64-linux-gnu/libdnnl.so.2
// COMPILE: -lcudnn
#include <cudnn.h>

__global__ void copy(const float* y, float* out) {
  out[threadIdx.x] = y[threadIdx.x];  // @read
}
__global__ void clear(float* x) {
  x[threadIdx.x] = 0;  // @write
}

int main() {
  float *x, *y, *z, *out, *w;
  for (float** place : {&x, &out, &w}) cudaMalloc(place, 64 * sizeof(float));
  cudaMalloc(&y, 64 * sizeof(float));
  cudaMalloc(&z, 64 * sizeof(float));
  cudaMemset(x, 0, 64 * sizeof(float));
  cudaMemset(w, 0, 64 * sizeof(float));
  cudaStream_t streams[2];
  cudnnHandle_t handles[2];
  for (int i = 0; i < 2; ++i) {
    cudaStreamCreate(&streams[i]);
    cudnnCreate(&handles[i]);
    cudnnSetStream(handles[i], streams[i]);
  }
  const float one = 1, zero = 0;
  cudnnTensorDescriptor_t tensor;
  cudnnCreateTensorDescriptor(&tensor);
  cudnnSetTensor4dDescriptor(tensor, CUDNN_TENSOR_NCHW, CUDNN_DATA_FLOAT, 1, 1, 8, 8);
  cudnnActivationDescriptor_t relu;
  cudnnCreateActivationDescriptor(&relu);
  cudnnSetActivationDescriptor(relu, CUDNN_ACTIVATION_RELU, CUDNN_NOT_PROPAGATE_NAN, 0);
  cudaDeviceSynchronize();
  cudnnActivationForward(handles[0], relu, &one, tensor, x, &zero, tensor, y);  // @activate
  copy<<<1, 64, 0, streams[1]>>>(y, out);
  clear<<<1, 64, 0, streams[1]>>>(x);
  cudaDeviceSynchronize();
  copy<<<1, 64, 0, streams[1]>>>(y, out);  // In order.
  cudaDeviceSynchronize();

  cudnnFilterDescriptor_t filter;
  cudnnCreateFilterDescriptor(&filter);
  cudnnSetFilter4dDescriptor(filter, CUDNN_DATA_FLOAT, CUDNN_TENSOR_NCHW, 1, 1, 3, 3);
  cudnnConvolutionDescriptor_t how;
  cudnnCreateConvolutionDescriptor(&how);
  cudnnSetConvolution2dDescriptor(how, 1, 1, 1, 1, 1, 1, CUDNN_CROSS_CORRELATION, CUDNN_DATA_FLOAT);
  const cudnnConvolutionFwdAlgo_t algorithm = CUDNN_CONVOLUTION_FWD_ALGO_IMPLICIT_PRECOMP_GEMM;
  size_t bytes;
  cudnnGetConvolutionForwardWorkspaceSize(handles[0], tensor, filter, how, tensor, algorithm, &bytes);
  void* workspace;
  cudaMalloc(&workspace, bytes);
  cudaDeviceSynchronize();
  cudnnConvolutionForward(handles[0], &one, tensor, x, filter, w, how, algorithm, workspace, bytes, &zero, tensor, y);  // @first
  cudnnConvolutionForward(handles[1], &one, tensor, x, filter, w, how, algorithm, workspace, bytes, &zero, tensor, out);  // @second
  cudaDeviceSynchronize();
  cudnnConvolutionFwdAlgoPerf_t found;
  int count;
  float* tried;
  cudaMalloc(&tried, 64 * sizeof(float));
  cudnnFindConvolutionForwardAlgorithmEx(handles[0], tensor, x, filter, w, how, tensor, tried, 1, &count, &found,
                                         workspace, bytes);
  cudnnActivationForward(handles[0], relu, &one, tensor, tried, &zero, tensor, y);  // @tried
  cudnnSoftmaxForward(handles[0], CUDNN_SOFTMAX_FAST, CUDNN_SOFTMAX_MODE_INSTANCE, &one, tensor, z, &zero, tensor, y);  // @unwritten
}
