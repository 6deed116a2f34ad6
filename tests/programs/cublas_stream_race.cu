// A product in one stream, and in another a kernel that does not wait for it; two products that share a workspace.
// FINDING: race error global stream write@product read@read object=values element=values[0]
// FINDING: race error global stream read@product write@write object=values element=values[0]
// FINDING: race error global stream write@first write@second bytes=1024
// NEEDS: /usr/lib/x86_64-linux-gnu/libopenblas.so.0
#include <cublas_v2.h>

__global__ void copy(const float* values, float* out) {
  out[threadIdx.x] = values[threadIdx.x];  // @read
}
__global__ void clear(float* values) {
  values[threadIdx.x] = 0;  // @write
}

int main() {
  float *a, *b, *c, *d, *out;
  for (float** matrix : {&a, &b, &c, &d, &out}) {
    cudaMalloc(matrix, 64 * sizeof(float));
    cudaMemset(*matrix, 0, 64 * sizeof(float));
  }
  cudaStream_t streams[2];
  for (cudaStream_t& stream : streams) cudaStreamCreate(&stream);
  cublasHandle_t handle;
  cublasCreate(&handle);
  cublasSetStream(handle, streams[0]);
  const float one = 1, zero = 0;
  const auto N = CUBLAS_OP_N;
  cudaDeviceSynchronize();
  cublasSgemm(handle, N, N, 8, 8, 8, &one, a, 8, b, 8, &zero, c, 8);  // @product
  copy<<<1, 64, 0, streams[1]>>>(c, out);
  clear<<<1, 64, 0, streams[1]>>>(a);
  cudaDeviceSynchronize();

  char* workspace;
  cudaMalloc(&workspace, 1024);
  cublasSetWorkspace(handle, workspace, 1024);
  cublasSgemm(handle, N, N, 8, 8, 8, &one, a, 8, b, 8, &zero, c, 8);  // @first
  cublasSetStream(handle, streams[1]);
  cublasSetWorkspace(handle, workspace, 1024);
  cublasSgemm(handle, N, N, 8, 8, 8, &one, a, 8, b, 8, &zero, d, 8);  // @second
  cublasDestroy(handle);
}
