// What is wrong with calls of cuFFT is told at their line: sizes, types, arrays that are too small, of the host or null, plans
// that are not there, or not made.
// FINDING: api-error error none none *@zero message="cufftPlan1d: a size is 0"
// FINDING: api-error error none none *@batch message="cufftPlan1d: batch is -1"
// FINDING: api-error error none none *@type message="cufftPlan2d: there is no such type"
// FINDING: api-error error none none *@rank message="cufftPlanMany: rank is 4: a transform has 1 to 3 dimensions"
// FINDING: api-error error none none *@stride message="cufftPlanMany: ostride is 0"
// FINDING: api-error error none none *@huge message="cufftPlan3d: the sizes are too large"
// FINDING: api-error error none none *@unmade message="cufftExecC2C: its plan was not made"
// FINDING: api-error error none none *@again message="cufftMakePlan1d: its plan was made before"
// FINDING: api-error error none none *@short message="cufftExecC2C: its odata \(128 bytes\) goes 64 bytes past the end of the 64 bytes allocated at .*cufft_arguments.cu"
// FINDING: api-error error none none *@strided message="cufftExecC2C: its idata \(.*\) goes .* bytes past the end of the 128 bytes"
// FINDING: api-error error none none *@host message="cufftExecC2C: its idata \(128 bytes\) is not device memory"
// FINDING: api-error error none none *@null message="cufftExecC2C: odata is null"
// FINDING: api-error error none none *@direction message="cufftExecC2C: direction is 0, neither CUFFT_FORWARD nor CUFFT_INVERSE"
// FINDING: api-error error none none *@other message="cufftExecR2C: its plan was made for transforms of another type"
// FINDING: api-error error none none *@area message="cufftExecC2C: its plan has no work area"
// FINDING: api-error error none none *@half message="cufftXtMakePlanMany with CUDA_C_16F is not supported by Fencepost; the call returned CUFFT_NOT_SUPPORTED"
// FINDING: api-error error none none *@callback message="cufftXtSetJITCallback is not supported by Fencepost; the call returned CUFFT_NOT_SUPPORTED"
// FINDING: api-error error none none *@gpus message="cufftXtSetGPUs: there is no GPU"
// FINDING: api-error error none none *@twice message="cufftDestroy: its plan was never created, or was destroyed"
// FINDING: api-error error none none *@destroyed message="cufftExecC2C: its plan was never created, or was destroyed"
// STDOUT: ^8 8 3 4 4 8 1 1 6 6 6 4 4 1 13 16 16 11 1 1 $
// COMPILE: -lcufft
// NEEDS: /usr/lib/x86_64-linux-gnu/libfftw3f.so.3
#include <cufftXt.h>

#include <cstdio>

__global__ void nothing() {}

int main() {
  nothing<<<1, 1>>>();
  cufftComplex host[16] = {}, *a, *b;
  cudaMalloc(&a, 16 * sizeof(cufftComplex));
  cudaMalloc(&b, 8 * sizeof(cufftComplex));
  cudaMemset(a, 0, 16 * sizeof(cufftComplex));
  cufftHandle plan, strided, made;
  size_t bytes;
  int status[20];
  int n[] = {4, 4, 4, 4}, embed[] = {16, 16};
  status[0] = cufftPlan1d(&plan, 0, CUFFT_C2C, 1);  // @zero
  status[1] = cufftPlan1d(&plan, 16, CUFFT_C2C, -1);  // @batch
  status[2] = cufftPlan2d(&plan, 4, 4, static_cast<cufftType>(1));  // @type
  status[3] = cufftPlanMany(&plan, 4, n, nullptr, 1, 0, nullptr, 1, 0, CUFFT_C2C, 1);  // @rank
  status[4] = cufftPlanMany(&plan, 1, n, embed, 1, 4, embed, 0, 4, CUFFT_C2C, 1);  // @stride
  status[5] = cufftPlan3d(&plan, 1 << 30, 1 << 30, 1 << 30, CUFFT_C2C);  // @huge
  cufftCreate(&made);
  status[6] = cufftExecC2C(made, a, a, CUFFT_FORWARD);  // @unmade
  cufftMakePlan1d(made, 16, CUFFT_C2C, 1, &bytes);
  status[7] = cufftMakePlan1d(made, 16, CUFFT_C2C, 1, &bytes);  // @again
  status[8] = cufftExecC2C(made, a, b, CUFFT_FORWARD);  // @short
  cufftPlanMany(&strided, 2, n, embed, 1 << 20, 1 << 29, embed, 1, 64, CUFFT_C2C, 1 << 20);
  status[9] = cufftExecC2C(strided, a, b, CUFFT_FORWARD);  // @strided
  status[10] = cufftExecC2C(made, host, a, CUFFT_FORWARD);  // @host
  status[11] = cufftExecC2C(made, a, nullptr, CUFFT_FORWARD);  // @null
  status[12] = cufftExecC2C(made, a, a, 0);  // @direction
  status[13] = cufftExecR2C(made, reinterpret_cast<float*>(a), a);  // @other
  cufftSetAutoAllocation(made, 0);
  status[14] = cufftExecC2C(made, a, a, CUFFT_FORWARD);  // @area
  long long size = 16;
  cufftCreate(&plan);
  status[15] = cufftXtMakePlanMany(plan, 1, &size, nullptr, 1, 0, CUDA_C_16F, nullptr, 1, 0, CUDA_C_16F, 1,  // @half
                                   &bytes, CUDA_C_16F);
  status[16] = cufftXtSetJITCallback(plan, "f", nullptr, 0, CUFFT_CB_LD_COMPLEX, nullptr);  // @callback
  status[17] = cufftXtSetGPUs(plan, 2, n);  // @gpus
  cufftDestroy(made);
  status[18] = cufftDestroy(made);  // @twice
  status[19] = cufftExecC2C(made, a, a, CUFFT_FORWARD);  // @destroyed
  for (const int s : status) printf("%d ", s);
  printf("\n");
}
