// For test_hip.py: what HIP programs use, right and without a finding.
#include <hip/hip_bf16.h>
#include <hip/hip_complex.h>
#include <hip/hip_cooperative_groups.h>
#include <hip/hip_fp16.h>
#include <hip/hip_fp8.h>
#include <hip/hip_runtime.h>
#include <hip/hip_version.h>
#include <hipblas/hipblas.h>
#include <hipblaslt/hipblaslt.h>
#include <hipfft/hipfft.h>
#include <hiprand/hiprand_kernel.h>
#ifndef WITHOUT_CUB
#include <thrust/execution_policy.h>
#include <thrust/reduce.h>
#include <hipcub/block/block_scan.hpp>
#include <hipcub/hipcub.hpp>
#include <hipcub/iterator/counting_input_iterator.hpp>
#endif
#include <hipsparse/hipsparse.h>

#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <vector>

#include "require.h"

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

static_assert(HIPFFT_BACKWARD == 1 && HIPFFT_FORWARD == -1);

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

// What AMD's compiler has built in, in a block of one wavefront, or two.
__global__ void builtins(int* out, float* extremes, unsigned int* counts) {
  __shared__ int tile[64];
  const unsigned int i = __builtin_amdgcn_workitem_id_x();
  tile[i] = i;
  __builtin_amdgcn_fence(__ATOMIC_RELEASE, "workgroup");
  __builtin_amdgcn_s_barrier();
  __builtin_amdgcn_fence(__ATOMIC_ACQUIRE, "workgroup");
  const int lane = __builtin_amdgcn_mbcnt_hi(~0U, __builtin_amdgcn_mbcnt_lo(~0U, 0));
  out[i] = tile[63 - i] + 100 * lane + 10000 * __builtin_amdgcn_readfirstlane(i) +
           1000000 * __builtin_amdgcn_ds_bpermute(4 * 5, lane);
  atomicMax(&extremes[0], static_cast<float>(i) * 0.5f);
  atomicMin(&extremes[1], -static_cast<float>(i));
  __hip_atomic_fetch_add(&counts[0], 1U, __ATOMIC_RELAXED, __HIP_MEMORY_SCOPE_AGENT);
  if (i >= 32 && __hip_atomic_load(&counts[1], __ATOMIC_ACQUIRE, __HIP_MEMORY_SCOPE_WORKGROUP) == 7) {
    __hip_atomic_store(&counts[1], 8U, __ATOMIC_RELEASE, __HIP_MEMORY_SCOPE_WORKGROUP);
  }
  if (i != 0) return;
  out[64] = __builtin_amdgcn_sdot4(0x7f80ff01, 0x02020202, 5, false);
  out[65] = __builtin_amdgcn_sudot4(true, -1, false, -1, 7, false);
  out[66] = static_cast<int>(__builtin_amdgcn_udot4(0xffffffffU, 0xffffffffU, 0xfffffff0U, true));
  out[67] = __builtin_amdgcn_sdot4(0x7f7f7f7f, 0x7f7f7f7f, 0x7ffffff0, true);
  out[68] = static_cast<int>(__bitextract_u32(0xabcd, 4, 8) + __bitinsert_u32(0xf00f, 0x5, 4, 4));
  out[69] = __builtin_amdgcn_sbfe(0xf0, 4, 4);
  out[70] = static_cast<int>(__builtin_amdgcn_alignbit(1, 0x80000000U, 31));
  out[71] = static_cast<int>(__builtin_amdgcn_sad_u8(0x01ff0005, 0x03000105, 10));
  out[72] =
      sizeof(__ballot(1)) == 8 && __builtin_amdgcn_fmed3f(3, 1, 2) == 2 && __builtin_amdgcn_fractf(2.25f) == 0.25f;
}

void use_builtins() {
  int* out;
  float* extremes;
  unsigned int* counts;
  CHECK(hipMallocManaged(&out, 73 * sizeof *out));
  CHECK(hipMallocManaged(&extremes, 2 * sizeof *extremes));
  CHECK(hipMallocManaged(&counts, 2 * sizeof *counts));
  extremes[0] = extremes[1] = 0;
  counts[0] = counts[1] = 0;
  builtins<<<1, 64>>>(out, extremes, counts);
  CHECK(hipDeviceSynchronize());
  for (int i = 0; i < 64; ++i)
    REQUIRE(out[i] == 63 - i + i % warpSize * 100 + i / warpSize * warpSize * 10000 + 5000000);
  REQUIRE(extremes[0] == 31.5f && extremes[1] == -63 && counts[0] == 64 && counts[1] == 0);
  const int expected[] = {3, -1013, -1, 0x7fffffff, 188 + 0xf05f, -1, 3, 10 + 2 + 255 + 1, 1};
  for (int i = 0; i < 9; ++i) REQUIRE(out[64 + i] == expected[i]);
  for (void* memory : {static_cast<void*>(out), static_cast<void*>(extremes), static_cast<void*>(counts)}) {
    CHECK(hipFree(memory));
  }
}

// Each number of AMD's two formats of 8 bits becomes itself; what lies between becomes the nearest, or the even one.
template <class Small>
void convert(float greatest, float least) {
  const __hip_fp8_interpretation_t format = Small::__default_interpret;
  Small last, number;
  last.__x = 0;
  for (int bits = 1; bits < 0x80; ++bits, last = number) {
    number.__x = static_cast<unsigned char>(bits);
    const float value = static_cast<float>(number), middle = (static_cast<float>(last) + value) / 2;
    REQUIRE(value > static_cast<float>(last) && Small(value).__x == bits && Small(-value).__x == (bits | 0x80));
    REQUIRE(Small(middle).__x == (bits & 1 ? bits - 1 : bits));
  }
  REQUIRE(static_cast<float>(number) == greatest && Small(1e30f).__x == 0x7f);
  REQUIRE(__hip_cvt_float_to_fp8(1e30f, __HIP_NOSAT, format) == 0x80);
  REQUIRE(__hip_cvt_float_to_fp8(-0.0f, __HIP_SATFINITE, format) == 0 && Small(least / 2).__x == 0);
  REQUIRE(Small(least).__x == 1 && Small(0.75f * least).__x == 1 && Small(0.0f / 0.0f).__x == 0x80);
  number.__x = 0x80;
  REQUIRE(!(static_cast<float>(number) == static_cast<float>(number)));
}

int main() {
  REQUIRE(HIP_VERSION >= 60000000);
  use_builtins();
  convert<__hip_fp8_e4m3_fnuz>(240, 1.0f / 1024);
  convert<__hip_fp8_e5m2_fnuz>(57344, 1.0f / 131072);
  REQUIRE(static_cast<float>(__hip_fp8_e4m3(500.0f)) == 448);

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
  sums<<<1, warpSize>>>(in, out, votes);
  CHECK(hipDeviceSynchronize());
  float sum = 0;
  CHECK(hipMemcpy(&sum, out, sizeof sum, hipMemcpyDeviceToHost));
  REQUIRE(sum == (warpSize - 1) * warpSize / 2 && *votes == (warpSize + 2) / 3);

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
  int* counted;
  CHECK(hipMallocManaged(&counted, sizeof *counted));
  CHECK(hipcub::DeviceReduce::Sum(nullptr, bytes, hipcub::CountingInputIterator<int>(0), counted, 100));
  void* more;
  CHECK(hipMalloc(&more, bytes));
  CHECK(hipcub::DeviceReduce::Sum(more, bytes, hipcub::CountingInputIterator<int>(0), counted, 100));
  CHECK(hipDeviceSynchronize());
  REQUIRE(*counted == 4950 && thrust::reduce(thrust::hip::par, in, in + 10) == 45);
  CHECK(hipFree(more));
  CHECK(hipFree(counted));
#endif

  hipblasHandle_t blas;
  REQUIRE(hipblasCreate(&blas) == HIPBLAS_STATUS_SUCCESS);
  REQUIRE(hipblasSasum(blas, 10, in, 1, &sum) == HIPBLAS_STATUS_SUCCESS && sum == 45);
  const float one = 1;
  REQUIRE(hipblasSgeam(blas, HIPBLAS_OP_T, HIPBLAS_OP_N, 2, 2, &one, in, 2, &one, in, 2, out, 2) ==
          HIPBLAS_STATUS_SUCCESS);
  float both[4];
  CHECK(hipMemcpy(both, out, sizeof both, hipMemcpyDeviceToHost));
  REQUIRE(both[0] == 0 && both[1] == 3 && both[2] == 3 && both[3] == 6);
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
  REQUIRE(warp == warpSize && properties.warpSize == warpSize && strlen(properties.gcnArchName) > 0);
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
