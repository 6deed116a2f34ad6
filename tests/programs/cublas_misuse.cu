// Handles and descriptors of cuBLAS and cuBLASLt that were destroyed, sizes larger than all memory, streams that are gone: each is
// told at the line of the call, which returns at once.
// FINDING: api-error error none none *@huge message="cublasSgemm: its A \(.*\) goes .* past the end of the 1024 bytes"
// FINDING: api-error error none none *@packed message="cublasStpmv: its A \(.*\) goes .* past the end of the 1024 bytes"
// FINDING: api-error error none none *@vector message="cublasSasum: its x \(.*\) goes .* past the end of the 1024 bytes"
// FINDING: api-error error none none *@mode message="cublasSetMathMode: there is no math mode 77"
// FINDING: api-error error none none *@stream message="cublasSetVectorAsync: its stream was never created, or was destroyed"
// FINDING: api-error error none none *@operation message="cublasSgemm: its stream was never created, or was destroyed"
// FINDING: api-error error none none *@again message="cublasDestroy: its handle was never created, or was destroyed"
// FINDING: api-error error none none *@lt message="cublasLtDestroy: its handle was never created, or was destroyed"
// FINDING: api-error error none none *@lt_used message="cublasLtMatmul: its handle was never created, or was destroyed"
// FINDING: api-error error none none *@product message="cublasLtMatmul: its descriptor of the product was destroyed"
// FINDING: api-error error none none *@layout message="cublasLtMatmul: the layout of B was destroyed"
// FINDING: api-error error none none *@set message="cublasLtMatmulDescSetAttribute: its descriptor was destroyed"
// FINDING: api-error error none none *@twice message="cublasLtMatmulDescDestroy: its descriptor was never created, or was destroyed"
// FINDING: api-error error none none *@batch message="cublasLtMatmul: the number of A's matrices is -3"
// STDOUT: ^13 13 13 7 11 13 1 1 1 7 7 7 7 7 0 $
// NEEDS: /usr/lib/x86_64-linux-gnu/libopenblas.so.0
#include <cublasLt.h>
#include <cublas_v2.h>

#include <climits>
#include <cstdio>

__global__ void nothing() {}

int main() {
  const float one = 1, zero = 0;
  float host[16] = {}, *a, *b, *c, sum;
  for (float** array : {&a, &b, &c}) {
    cudaMalloc(array, 1024);
    cudaMemset(*array, 0, 1024);
  }
  nothing<<<1, 1>>>();
  cudaStream_t gone;
  cudaStreamCreate(&gone);
  cudaStreamDestroy(gone);
  cublasHandle_t handle, destroyed, later;
  cublasCreate(&handle);
  cublasCreate(&destroyed);
  cublasDestroy(destroyed);
  cublasCreate(&later);  // Not at the address of the one that was destroyed.
  int status[15], s = 0, n = INT_MAX;
  const auto N = CUBLAS_OP_N;
  status[s++] = cublasSgemm(handle, N, N, n, n, n, &one, a, n, b, n, &zero, c, n);  // @huge
  status[s++] = cublasStpmv(handle, CUBLAS_FILL_MODE_LOWER, N, CUBLAS_DIAG_UNIT, n, a, b, 1);  // @packed
  status[s++] = cublasSasum(handle, n, a, n, &sum);  // @vector
  status[s++] = cublasSetMathMode(handle, static_cast<cublasMath_t>(77));  // @mode
  status[s++] = cublasSetVectorAsync(4, 4, host, 1, a, 1, gone);  // @stream
  cublasSetStream(handle, gone);
  status[s++] = cublasSgemm(handle, N, N, 4, 4, 4, &one, a, 4, b, 4, &zero, c, 4);  // @operation
  status[s++] = cublasDestroy(destroyed);  // @again

  cublasLtHandle_t lt, lt_destroyed;
  cublasLtCreate(&lt);
  cublasLtCreate(&lt_destroyed);
  cublasLtDestroy(lt_destroyed);
  cublasLtMatmulDesc_t product, stale;
  cublasLtMatmulDescCreate(&stale, CUBLAS_COMPUTE_32F, CUDA_R_32F);
  cublasLtMatmulDescDestroy(stale);
  cublasLtMatmulDescCreate(&product, CUBLAS_COMPUTE_32F, CUDA_R_32F);
  cublasLtMatrixLayout_t l, old, minus;
  cublasLtMatrixLayoutCreate(&l, CUDA_R_32F, 4, 4, 4);
  cublasLtMatrixLayoutCreate(&old, CUDA_R_32F, 4, 4, 4);
  cublasLtMatrixLayoutDestroy(old);
  cublasLtMatrixLayoutCreate(&minus, CUDA_R_32F, 4, 4, 4);
  const int count = -3, transposed = CUBLAS_OP_T;
  cublasLtMatrixLayoutSetAttribute(minus, CUBLASLT_MATRIX_LAYOUT_BATCH_COUNT, &count, sizeof(count));
  status[s++] = cublasLtDestroy(lt_destroyed);  // @lt
  status[s++] = cublasLtMatmul(lt_destroyed, product, &one, a, l, b, l, &zero, c, l, c, l, nullptr, nullptr, 0, 0);  // @lt_used
  status[s++] = cublasLtMatmul(lt, stale, &one, a, l, b, l, &zero, c, l, c, l, nullptr, nullptr, 0, 0);  // @product
  status[s++] = cublasLtMatmul(lt, product, &one, a, l, b, old, &zero, c, l, c, l, nullptr, nullptr, 0, 0);  // @layout
  status[s++] = cublasLtMatmulDescSetAttribute(stale, CUBLASLT_MATMUL_DESC_TRANSA, &transposed, sizeof(transposed));  // @set
  status[s++] = cublasLtMatmulDescDestroy(stale);  // @twice
  status[s++] = cublasLtMatmul(lt, product, &one, a, minus, b, l, &zero, c, l, c, l, nullptr, nullptr, 0, 0);  // @batch
  // A handle of cuBLAS is one of cuBLASLt; a descriptor may lie in memory of the program.
  cublasLtMatrixLayoutOpaque_t own;
  cublasLtMatrixLayoutInit(&own, CUDA_R_32F, 4, 4, 4);
  const auto both = reinterpret_cast<cublasLtHandle_t>(handle);
  status[s++] = cublasLtMatmul(both, product, &one, a, &own, b, l, &zero, c, l, c, l, nullptr, nullptr, 0, 0);
  for (const int value : status) printf("%d ", value);
  printf("\n");
}
