// Programs that include these libraries compile; each call is told, and returns that it is not supported.
// FINDING: api-error error none none *@plan message="cufftSetPlanPropertyInt64 is not supported by Fencepost; the call returned CUFFT_NOT_SUPPORTED"
// FINDING: api-error error none none *@sparse message="cusparseSpMMOp is not supported"
// FINDING: api-error error none none *@dense message="cusolverDnSlauum is not supported"
// FINDING: api-error error none none *@reduce message="ncclCommRevoke is not supported by Fencepost; the call returned ncclInvalidUsage"
// FINDING: api-error error none none *@layers message="cudnnBackendInitialize is not supported by Fencepost; the call returned CUDNN_STATUS_NOT_SUPPORTED"
// FINDING: api-error error none none *@several message="cublasXtMaxBoards is not supported"
// FINDING: api-error error none none *@steps message="cusolverSpScsreigvsi is not supported by Fencepost; the call returned CUSOLVER_STATUS_NOT_SUPPORTED"
// FINDING: api-error error none none *@image message="nvjpegCreateSimple is not supported by Fencepost; the call returned NVJPEG_STATUS_IMPLEMENTATION_NOT_SUPPORTED"
// STDOUT: ^16 10 9 5 3000 15 9 9$
// COMPILE: -lcufft -lcusparse -lcusolver -lnccl -lcudnn -lnvjpeg
#include <cublasXt.h>
#include <cudnn.h>
#include <cufft.h>
#include <cusolverDn.h>
#include <cusolverSp.h>
#include <cusparse.h>
#include <nccl.h>
#include <nvjpeg.h>

#include <cstdio>

__global__ void nothing() {}

int main() {
  nothing<<<1, 1>>>();
  const int fft = cufftSetPlanPropertyInt64(1, NVFFT_PLAN_PROPERTY_INT64_PATIENT_JIT, 1);  // @plan
  const int a = cusparseSpMMOp(nullptr, nullptr);  // @sparse
  const int b = cusolverDnSlauum(nullptr, CUBLAS_FILL_MODE_LOWER, 1, nullptr, 1, nullptr, 1, nullptr);  // @dense
  const int c = ncclCommRevoke(nullptr, 0);  // @reduce
  int several;
  const int d = cudnnBackendInitialize(nullptr);  // @layers
  const int e = cublasXtMaxBoards(&several);  // @several
  const int f = cusolverSpScsreigvsi(nullptr);  // @steps
  nvjpegHandle_t pictures;
  const int g = nvjpegCreateSimple(&pictures);  // @image
  printf("%d %d %d %d %d %d %d %d\n", fft, a, b, c, d, e, f, g);
}
