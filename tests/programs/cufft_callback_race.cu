// Callbacks are checked as kernels are: what two threads of them do without an order, beyond an array, and wrong arguments.
// FINDING: race error global inter-block *@count *@count
// FINDING: out-of-bounds error global none write@beyond
// FINDING: api-error error none none *@type message="cufftXtSetCallback: cbType is of other elements than the plan loads"
// FINDING: api-error error none none *@none message="cufftXtSetCallback: cbType is 8, which is no type of a callback"
// FINDING: api-error error none none *@null message="cufftXtSetCallback: callback_routine is null"
// FINDING: api-error error none none *@unmade message="cufftXtSetCallback: its plan was not made"
// FINDING: api-error error none none *@shared message="cufftXtSetCallbackSharedSize: sharedSize is 20000, more than 16384"
// FINDING: race error global intra-block *@count *@count
// STDOUT: ^3 3 4 1 4 0 0 0 $
// COMPILE: -lcufft
// NEEDS: /usr/lib/x86_64-linux-gnu/libfftw3f.so.3
#include <cufftXt.h>

#include <cstdio>

__device__ cufftComplex load(void* data, size_t offset, void* info, void*) {
  *static_cast<int*>(info) += 1;  // @count
  return static_cast<cufftComplex*>(data)[offset];
}
__device__ void store(void* data, size_t offset, cufftComplex element, void*, void*) {
  static_cast<cufftComplex*>(data)[offset + 1] = element;  // @beyond
}
__device__ cufftCallbackLoadC load_pointer = load;
__device__ cufftCallbackStoreC store_pointer = store;

int main() {
  constexpr int n = 200;
  cufftComplex *in, *out;
  int* count;
  cudaMalloc(&in, n * sizeof(*in));
  cudaMalloc(&out, n * sizeof(*out));
  cudaMalloc(&count, sizeof(int));
  cudaMemset(in, 0, n * sizeof(*in));
  cudaMemset(count, 0, sizeof(int));
  cufftHandle plan, unmade;
  cufftPlan1d(&plan, n, CUFFT_C2C, 1);
  cufftCreate(&unmade);
  void *function, *info = count, *null = nullptr;
  int status[8];
  cudaMemcpyFromSymbol(&function, load_pointer, sizeof(function));
  status[0] = cufftXtSetCallback(plan, &function, CUFFT_CB_LD_REAL, &info);  // @type
  status[1] = cufftXtSetCallback(plan, &function, CUFFT_CB_UNDEFINED, &info);  // @none
  status[2] = cufftXtSetCallback(plan, &null, CUFFT_CB_LD_COMPLEX, &info);  // @null
  status[3] = cufftXtSetCallback(unmade, &function, CUFFT_CB_LD_COMPLEX, &info);  // @unmade
  status[4] = cufftXtSetCallbackSharedSize(plan, CUFFT_CB_LD_COMPLEX, 20000);  // @shared
  status[5] = cufftXtSetCallback(plan, &function, CUFFT_CB_LD_COMPLEX, &info);
  status[6] = cufftExecC2C(plan, in, out, CUFFT_FORWARD);
  cudaMemcpyFromSymbol(&function, store_pointer, sizeof(function));
  cufftXtClearCallback(plan, CUFFT_CB_LD_COMPLEX);
  cufftXtSetCallback(plan, &function, CUFFT_CB_ST_COMPLEX, nullptr);
  status[7] = cufftExecC2C(plan, in, out, CUFFT_FORWARD);
  for (const int s : status) printf("%d ", s);
  printf("\n");
}
