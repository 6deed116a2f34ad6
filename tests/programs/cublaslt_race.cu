// cublasLtMatmul is work of the stream that it is given: it writes the auxiliary matrix, too, and reads the bias, which was not
// written. Sizes that do not fit are told.
// FINDING: race error global stream write@product read@read object=values element=values[0]
// FINDING: uninitialized-read error global none read@product bytes=32 message="cublasLtMatmul reads its bias"
// FINDING: api-error error none none *@sizes message="cublasLtMatmul: the size of B, 8 x 8, does not fit the others: it must be 4 x 8"
// FINDING: api-error error none none *@attribute message="cublasLtMatmulDescSetAttribute: attribute 3 has 4 bytes, not 8"
// NEEDS: /usr/lib/x86_64-linux-gnu/libopenblas.so.0
#include <cublasLt.h>

#include <cstdint>

__global__ void copy(const float* values, float* out) {
  out[threadIdx.x] = values[threadIdx.x];  // @read
}

int main() {
  float *a, *d, *aux, *bias, *out;
  cudaMalloc(&a, 64 * sizeof(float));
  cudaMalloc(&d, 64 * sizeof(float));
  cudaMalloc(&aux, 64 * sizeof(float));
  cudaMalloc(&bias, 8 * sizeof(float));
  cudaMalloc(&out, 64 * sizeof(float));
  cudaMemset(a, 0, 64 * sizeof(float));
  cudaStream_t streams[2];
  for (cudaStream_t& stream : streams) cudaStreamCreate(&stream);
  cublasLtHandle_t handle;
  cublasLtCreate(&handle);
  cublasLtMatmulDesc_t desc;
  cublasLtMatmulDescCreate(&desc, CUBLAS_COMPUTE_32F, CUDA_R_32F);
  const cublasLtEpilogue_t epilogue = CUBLASLT_EPILOGUE_GELU_AUX_BIAS;
  const int64_t ld = 8;
  cublasLtMatmulDescSetAttribute(desc, CUBLASLT_MATMUL_DESC_EPILOGUE, &epilogue, sizeof(epilogue));
  cublasLtMatmulDescSetAttribute(desc, CUBLASLT_MATMUL_DESC_EPILOGUE_AUX_POINTER, &aux, sizeof(aux));
  cublasLtMatmulDescSetAttribute(desc, CUBLASLT_MATMUL_DESC_EPILOGUE_AUX_LD, &ld, sizeof(ld));
  cublasLtMatmulDescSetAttribute(desc, CUBLASLT_MATMUL_DESC_BIAS_POINTER, &bias, sizeof(bias));
  cublasLtMatmulDescSetAttribute(desc, CUBLASLT_MATMUL_DESC_TRANSA, &ld, sizeof(ld));  // @attribute
  cublasLtMatrixLayout_t layout, narrow;
  cublasLtMatrixLayoutCreate(&layout, CUDA_R_32F, 8, 8, 8);
  cublasLtMatrixLayoutCreate(&narrow, CUDA_R_32F, 8, 4, 8);
  const float one = 1, zero = 0;
  cudaDeviceSynchronize();
  cublasLtMatmul(handle, desc, &one, a, layout, a, layout, &zero, nullptr, layout, d, layout,  // @product
                 nullptr, nullptr, 0, streams[0]);
  copy<<<1, 64, 0, streams[1]>>>(aux, out);
  cudaDeviceSynchronize();
  cublasLtMatmul(handle, desc, &one, a, narrow, a, layout, &zero, d, layout, d, layout,  // @sizes
                 nullptr, nullptr, 0, streams[0]);
  cublasLtDestroy(handle);
}
