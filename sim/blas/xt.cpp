// cuBLAS on several devices (cublasXt.h): matrices may be the host's. They are multiplied by the first of the chosen
// devices, in its default stream, and the call waits, as cuBLASXt's do; how the work is divided changes no result.
#include <memory>
#include <string>
#include <vector>

#include "sim/blas/product.h"
#include "sim/include/cublasXt.h"
#include "sim/interface/user_pc.h"
#include "sim/library/elements.h"
#include "sim/library/live.h"
#include "sim/runtime/memory/allocation.h"
#include "sim/runtime/memory/copy.h"

struct cublasXtContext {
  cublasHandle_t blas = nullptr;
  std::vector<int> devices{};
  int block_dimension = 2048;
  cublasXtPinnedMemMode_t pinning = CUBLASXT_PINNING_DISABLED;
};

namespace fencepost::sim {
namespace {

cublasStatus_t with(const BlasCall& call, cublasXtHandle_t handle, const auto& act) {
  return Live<cublasXtContext>::contains(handle) ? act(*handle) : call.no_handle(handle);
}

/// A matrix as the device has it: a copy of the host's.
class OnDevice {
 public:
  OnDevice(const BlasCall& call, const void* base, std::int64_t rows, std::int64_t columns, std::int64_t ld,
           std::size_t element)
      : call_(call), host_(const_cast<void*>(base)), pitch_(static_cast<std::size_t>(ld) * element) {
    cudaPointerAttributes attributes{};
    const bool is_known = cudaPointerGetAttributes(&attributes, base) == cudaSuccess;
    if (is_known && attributes.type != cudaMemoryTypeUnregistered) return;
    extent_ = {static_cast<std::size_t>(rows) * element, static_cast<std::size_t>(columns), 1};
    allocate_device_memory(call.name, &device_, pitch_ * extent_.height, call.pc);
  }
  ~OnDevice() { free_device_memory(call_.name, device_, call_.pc); }
  OnDevice(const OnDevice&) = delete;
  OnDevice& operator=(const OnDevice&) = delete;

  [[nodiscard]] const void* base() const { return device_ != nullptr ? device_ : host_; }
  [[nodiscard]] bool get() const { return copy(device_, host_); }
  [[nodiscard]] bool put() const { return copy(host_, device_); }

 private:
  bool copy(void* to, void* from) const {
    if (device_ == nullptr) return extent_.height == 0;
    const cudaMemcpy3DParms box{nullptr,
                                {},
                                {from, pitch_, extent_.width, extent_.height},
                                nullptr,
                                {},
                                {to, pitch_, extent_.width, extent_.height},
                                extent_,
                                cudaMemcpyDefault};
    return copy_box(call_.name, box, call_.pc) == cudaSuccess && cudaStreamSynchronize(nullptr) == cudaSuccess;
  }

  BlasCall call_;
  void* host_;
  void* device_ = nullptr;
  std::size_t pitch_;
  cudaExtent extent_{};
};

struct Sizes {
  cublasOperation_t transa, transb;
  std::size_t m, n, k, lda, ldb, ldc;
};

template <class T>
cublasStatus_t multiply(const BlasCall& call, cublasXtHandle_t handle, const Sizes& sizes, const T* alpha, const T* a,
                        const T* b, const T* beta, T* c) {
  return with(call, handle, [&](cublasXtContext& context) -> cublasStatus_t {
    if (context.devices.empty()) return call.invalid("no device was chosen (cublasXtDeviceSelect)");
    const auto wide = [](std::size_t value) { return static_cast<std::int64_t>(value); };
    const std::int64_t m = wide(sizes.m), n = wide(sizes.n), k = wide(sizes.k);
    ArgumentCheck checked(call, context.blas);
    checked.operation("transa", sizes.transa).operation("transb", sizes.transb);
    checked.size("m", m).size("n", n).size("k", k);
    const std::int64_t a_rows = sizes.transa == CUBLAS_OP_N ? m : k, b_rows = sizes.transb == CUBLAS_OP_N ? k : n;
    checked.leading("lda", wide(sizes.lda), a_rows, sizes.transa == CUBLAS_OP_N ? "m" : "k");
    checked.leading("ldb", wide(sizes.ldb), b_rows, sizes.transb == CUBLAS_OP_N ? "k" : "n");
    checked.leading("ldc", wide(sizes.ldc), m, "m");
    if (m != 0 && n != 0) checked.pointer("C", c);
    if (m != 0 && n != 0 && k != 0) checked.pointer("A", a).pointer("B", b);
    if (checked.failed() || m == 0 || n == 0) return checked.status();
    int before = 0;
    cudaGetDevice(&before);
    cudaSetDevice(context.devices.front());
    cublasStatus_t status = CUBLAS_STATUS_EXECUTION_FAILED;
    {
      const OnDevice on_a(call, a, a_rows, a_rows == m ? k : m, wide(sizes.lda), sizeof(T));
      const OnDevice on_b(call, b, b_rows, b_rows == k ? n : k, wide(sizes.ldb), sizeof(T));
      const OnDevice on_c(call, c, m, n, wide(sizes.ldc), sizeof(T));
      constexpr cudaDataType kType = type_of<T>();
      if (on_a.get() && on_b.get() && on_c.get()) {
        status =
            multiply(call, context.blas,
                     {.transa = sizes.transa,
                      .transb = sizes.transb,
                      .m = m,
                      .n = n,
                      .k = k,
                      .alpha = alpha,
                      .a = {on_a.base(), kType, wide(sizes.lda)},
                      .b = {on_b.base(), kType, wide(sizes.ldb)},
                      .beta = beta,
                      .c = {on_c.base(), kType, wide(sizes.ldc)},
                      .compute = kType == CUDA_R_64F || kType == CUDA_C_64F ? CUBLAS_COMPUTE_64F : CUBLAS_COMPUTE_32F});
      }
      if (status == CUBLAS_STATUS_SUCCESS && (cudaStreamSynchronize(nullptr) != cudaSuccess || !on_c.put())) {
        status = CUBLAS_STATUS_EXECUTION_FAILED;
      }
    }
    cudaSetDevice(before);
    return status;
  });
}

}  // namespace
}  // namespace fencepost::sim

using namespace fencepost::sim;

#define FENCEPOST_XT_GEMM(X, T)                                                                                      \
  cublasStatus_t cublasXt##X##gemm(cublasXtHandle_t handle, cublasOperation_t transa, cublasOperation_t transb,      \
                                   size_t m, size_t n, size_t k, const T* alpha, const T* A, size_t lda, const T* B, \
                                   size_t ldb, const T* beta, T* C, size_t ldc) {                                    \
    return multiply(FENCEPOST_BLAS_CALL, handle, {transa, transb, m, n, k, lda, ldb, ldc}, alpha, A, B, beta, C);    \
  }

extern "C" {

cublasStatus_t cublasXtCreate(cublasXtHandle_t* handle) {
  const BlasCall call = FENCEPOST_BLAS_CALL;
  if (handle == nullptr) return call.invalid("the place for the handle is null");
  auto context = std::make_unique<cublasXtContext>();
  if (const cublasStatus_t status = cublasCreate(&context->blas); status != CUBLAS_STATUS_SUCCESS) return status;
  *handle = Live<cublasXtContext>::add(context.release());
  return CUBLAS_STATUS_SUCCESS;
}
cublasStatus_t cublasXtDestroy(cublasXtHandle_t handle) {
  return with(FENCEPOST_BLAS_CALL, handle, [&](const cublasXtContext& context) {
    cublasDestroy(context.blas);
    Live<cublasXtContext>::remove(handle);
    return CUBLAS_STATUS_SUCCESS;
  });
}
cublasStatus_t cublasXtDeviceSelect(cublasXtHandle_t handle, int nbDevices, int deviceId[]) {
  const BlasCall call = FENCEPOST_BLAS_CALL;
  return with(call, handle, [&](cublasXtContext& context) {
    if (nbDevices < 1 || deviceId == nullptr) return call.invalid("it names no device");
    std::vector<int> devices(deviceId, deviceId + nbDevices);
    for (const int device : devices) {
      if (!is_device(device)) return call.invalid("there is no device " + std::to_string(device));
    }
    context.devices = std::move(devices);
    return CUBLAS_STATUS_SUCCESS;
  });
}
cublasStatus_t cublasXtSetBlockDim(cublasXtHandle_t handle, int blockDim) {
  const BlasCall call = FENCEPOST_BLAS_CALL;
  return with(call, handle, [&](cublasXtContext& context) {
    if (blockDim <= 0) return call.invalid("blockDim is " + std::to_string(blockDim));
    context.block_dimension = blockDim;
    return CUBLAS_STATUS_SUCCESS;
  });
}
cublasStatus_t cublasXtGetBlockDim(cublasXtHandle_t handle, int* blockDim) {
  const BlasCall call = FENCEPOST_BLAS_CALL;
  return with(call, handle, [&](const cublasXtContext& context) {
    if (blockDim == nullptr) return call.invalid("the place for the size is null");
    *blockDim = context.block_dimension;
    return CUBLAS_STATUS_SUCCESS;
  });
}
cublasStatus_t cublasXtSetPinningMemMode(cublasXtHandle_t handle, cublasXtPinnedMemMode_t mode) {
  return with(FENCEPOST_BLAS_CALL, handle, [&](cublasXtContext& context) {
    context.pinning = mode;
    return CUBLAS_STATUS_SUCCESS;
  });
}
cublasStatus_t cublasXtGetPinningMemMode(cublasXtHandle_t handle, cublasXtPinnedMemMode_t* mode) {
  const BlasCall call = FENCEPOST_BLAS_CALL;
  return with(call, handle, [&](const cublasXtContext& context) {
    if (mode == nullptr) return call.invalid("the place for the mode is null");
    *mode = context.pinning;
    return CUBLAS_STATUS_SUCCESS;
  });
}

FENCEPOST_XT_GEMM(S, float)
FENCEPOST_XT_GEMM(D, double)
FENCEPOST_XT_GEMM(C, cuComplex)
FENCEPOST_XT_GEMM(Z, cuDoubleComplex)

}  // extern "C"
