// For test_hip.py: what HIP programs use, right and without a finding.
#include <hip/hip_bf16.h>
#include <hip/hip_complex.h>
#include <hip/hip_cooperative_groups.h>
#include <hip/hip_fp16.h>
#include <hip/hip_runtime.h>
#include <hipblas/hipblas.h>
#include <hipblaslt/hipblaslt.h>
#include <hiprand/hiprand_kernel.h>
#ifndef WITHOUT_CUB
#include <hipcub/block/block_scan.hpp>
#include <hipcub/hipcub.hpp>
#endif

#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <vector>

#ifndef __HIPCC__
#error "no HIP compiler"
#endif
#ifndef __HIP_PLATFORM_AMD__
#error "no platform"
#endif

#define CHECK(call)                                                                            \
  do {                                                                                         \
    const hipError_t error = (call);                                                           \
    if (error != hipSuccess) {                                                                 \
      printf("line %d: %s, %s\n", __LINE__, hipGetErrorName(error), hipGetErrorString(error)); \
      exit(1);                                                                                 \
    }                                                                                          \
  } while (0)
#define REQUIRE(condition)                               \
  do {                                                   \
    if (!(condition)) {                                  \
      printf("line %d: not %s\n", __LINE__, #condition); \
      exit(1);                                           \
    }                                                    \
  } while (0)

__constant__ float factors[2];

template <class T>
__global__ void __launch_bounds__(256) scale(const T* in, T* out, int n) {
  HIP_DYNAMIC_SHARED(unsigned char, memory)
  T* tile = reinterpret_cast<T*>(memory);
  const int i = hipBlockIdx_x * hipBlockDim_x + hipThreadIdx_x;
  if (i < n) tile[hipThreadIdx_x] = in[i];
  __syncthreads();
  if (i < n) out[i] = tile[hipThreadIdx_x] * T(factors[0]) + T(factors[1]);
}

__global__ void sums(const float* in, float* out, unsigned long long* votes) {
#ifndef __HIP_DEVICE_COMPILE__
  out[1000000] = 0;  // Not what a device runs.
#endif
  float value = in[threadIdx.x];
  for (int offset = warpSize / 2; offset > 0; offset /= 2) value += __shfl_down(value, offset);
  const unsigned long long vote = __ballot(threadIdx.x % 3 == 0);
  auto block = cooperative_groups::this_thread_block();
  if (block.thread_rank() == 0) {
    unsafeAtomicAdd(out, value);
    *votes = __popcll(vote);
  }
}

__global__ void narrow(__half* half, __hip_bfloat16* brain, float* random) {
  half[0] = __float2half(0.5f);
  brain[0] = __float2bfloat16(-2.0f);
  hiprandState state;
  hiprand_init(1234, 0, 0, &state);
  random[0] = hiprand_uniform(&state);
}

int main() {
  constexpr int n = 1000;
  std::vector<float> numbers(n);
  for (int i = 0; i < n; ++i) numbers[i] = static_cast<float>(i);
  float *in, *out;
  CHECK(hipMalloc(&in, n * sizeof(float)));
  CHECK(hipMalloc(reinterpret_cast<void**>(&out), n * sizeof(float)));
  CHECK(hipMemcpy(in, numbers.data(), n * sizeof(float), hipMemcpyHostToDevice));
  const float constants[] = {2, 1};
  CHECK(hipMemcpyToSymbol(HIP_SYMBOL(factors), constants, sizeof constants));
  CHECK(hipDeviceSynchronize());
  hipStream_t stream;
  hipEvent_t done;
  CHECK(hipStreamCreateWithFlags(&stream, hipStreamNonBlocking));
  CHECK(hipEventCreateWithFlags(&done, hipEventDisableTiming));
  hipLaunchKernelGGL(HIP_KERNEL_NAME(scale<float>), dim3((n + 255) / 256), dim3(256), 256 * sizeof(float), stream, in,
                     out, n);
  CHECK(hipGetLastError());
  CHECK(hipEventRecord(done, stream));
  CHECK(hipEventSynchronize(done));
  float* pinned;
  CHECK(hipHostMalloc(&pinned, n * sizeof(float)));
  CHECK(hipMemcpyAsync(pinned, out, n * sizeof(float), hipMemcpyDeviceToHost, stream));
  CHECK(hipStreamSynchronize(stream));
  for (int i = 0; i < n; ++i) REQUIRE(pinned[i] == 2 * i + 1);
  CHECK(hipHostFree(pinned));

  unsigned long long* votes;
  CHECK(hipMallocManaged(&votes, sizeof *votes));
  CHECK(hipMemset(out, 0, sizeof(float)));
  sums<<<1, 32>>>(in, out, votes);
  CHECK(hipDeviceSynchronize());
  float sum = 0;
  CHECK(hipMemcpy(&sum, out, sizeof sum, hipMemcpyDeviceToHost));
  REQUIRE(sum == 31 * 16 && *votes == 11);

  __half* half;
  __hip_bfloat16* brain;
  CHECK(hipMalloc(&half, sizeof *half));
  CHECK(hipMalloc(&brain, sizeof *brain));
  narrow<<<1, 1>>>(half, brain, out);
  float random = -1;
  CHECK(hipMemcpy(&random, out, sizeof random, hipMemcpyDeviceToHost));
  REQUIRE(random > 0 && random <= 1);

  void* workspace = nullptr;
#ifndef WITHOUT_CUB
  size_t bytes = 0;
  CHECK(hipcub::DeviceReduce::Sum(nullptr, bytes, in, out, n));
  CHECK(hipMalloc(&workspace, bytes));
  CHECK(hipcub::DeviceReduce::Sum(workspace, bytes, in, out, n));
  CHECK(hipMemcpy(&sum, out, sizeof sum, hipMemcpyDeviceToHost));
  REQUIRE(sum == 499500);
#endif

  hipblasHandle_t blas;
  REQUIRE(hipblasCreate(&blas) == HIPBLAS_STATUS_SUCCESS);
  REQUIRE(hipblasSasum(blas, 10, in, 1, &sum) == HIPBLAS_STATUS_SUCCESS && sum == 45);
  REQUIRE(hipblasDestroy(blas) == HIPBLAS_STATUS_SUCCESS);
  hipblasLtHandle_t light;
  REQUIRE(hipblasLtCreate(&light) == HIPBLAS_STATUS_SUCCESS &&
          strlen(hipblasStatusToString(HIPBLAS_STATUS_SUCCESS)) > 0);
  REQUIRE(hipblasLtDestroy(light) == HIPBLAS_STATUS_SUCCESS);
  const hipFloatComplex product = hipCmulf(make_hipFloatComplex(1, 2), make_hipFloatComplex(3, 4));
  REQUIRE(hipCrealf(product) == -5 && hipCimagf(product) == 10);

  hipDeviceProp_t properties;
  CHECK(hipGetDeviceProperties(&properties, 0));
  int warp = 0;
  CHECK(hipDeviceGetAttribute(&warp, hipDeviceAttributeWarpSize, 0));
  REQUIRE(warp == 32 && properties.warpSize == 32 && strlen(properties.gcnArchName) > 0);
  REQUIRE(hipSetDevice(77) == hipErrorInvalidDevice &&
          !strcmp(hipGetErrorName(hipGetLastError()), "hipErrorInvalidDevice"));
  REQUIRE(!strcmp(hipGetErrorName(hipErrorInvalidValue), "hipErrorInvalidValue"));
  hipDevice_t device = -1;
  char name[64];
  CHECK(hipDeviceGet(&device, 0));
  CHECK(hipDeviceGetName(name, sizeof name, device));
  REQUIRE(device == 0 && strlen(name) > 0);
  for (void* memory : {static_cast<void*>(in), static_cast<void*>(out), static_cast<void*>(half),
                       static_cast<void*>(brain), static_cast<void*>(votes), workspace}) {
    CHECK(hipFree(memory));
  }
  CHECK(hipEventDestroy(done));
  CHECK(hipStreamDestroy(stream));
  printf("right\n");
}
