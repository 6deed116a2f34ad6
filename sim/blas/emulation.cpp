// How cuBLAS may put products together from smaller numbers. Kept and told again: products are made of whole numbers
// here, which is at least as accurate.
#include "sim/blas/call.h"
#include "sim/interface/user_pc.h"

namespace fencepost::sim {
namespace {

template <class T>
cublasStatus_t set(const BlasCall& call, cublasHandle_t handle, T cublasContext::Emulation::*member, T value,
                   bool is_right) {
  if (!is_handle(handle)) return call.no_handle(handle);
  if (!is_right) return call.invalid("there is no such value: " + std::to_string(static_cast<int>(value)));
  handle->emulation.*member = value;
  return CUBLAS_STATUS_SUCCESS;
}

template <class T>
cublasStatus_t get(const BlasCall& call, cublasHandle_t handle, T cublasContext::Emulation::*member, T* place) {
  if (!is_handle(handle)) return call.no_handle(handle);
  if (place == nullptr) return call.invalid("the place for the result is null");
  *place = handle->emulation.*member;
  return CUBLAS_STATUS_SUCCESS;
}

}  // namespace
}  // namespace fencepost::sim

using namespace fencepost::sim;
using Emulation = cublasContext::Emulation;

extern "C" {

cublasStatus_t cublasSetEmulationStrategy(cublasHandle_t handle, cublasEmulationStrategy_t strategy) {
  const bool is_right = strategy >= CUBLAS_EMULATION_STRATEGY_DEFAULT && strategy <= CUBLAS_EMULATION_STRATEGY_EAGER;
  return set(FENCEPOST_BLAS_CALL, handle, &Emulation::strategy, strategy, is_right);
}
cublasStatus_t cublasGetEmulationStrategy(cublasHandle_t handle, cublasEmulationStrategy_t* strategy) {
  return get(FENCEPOST_BLAS_CALL, handle, &Emulation::strategy, strategy);
}
cublasStatus_t cublasSetEmulationSpecialValuesSupport(cublasHandle_t handle, cudaEmulationSpecialValuesSupport mask) {
  return set(FENCEPOST_BLAS_CALL, handle, &Emulation::special_values, mask, true);
}
cublasStatus_t cublasGetEmulationSpecialValuesSupport(cublasHandle_t handle, cudaEmulationSpecialValuesSupport* mask) {
  return get(FENCEPOST_BLAS_CALL, handle, &Emulation::special_values, mask);
}
cublasStatus_t cublasSetFixedPointEmulationMantissaControl(cublasHandle_t handle,
                                                           cudaEmulationMantissaControl control) {
  const bool is_right =
      control == CUDA_EMULATION_MANTISSA_CONTROL_DYNAMIC || control == CUDA_EMULATION_MANTISSA_CONTROL_FIXED;
  return set(FENCEPOST_BLAS_CALL, handle, &Emulation::control, control, is_right);
}
cublasStatus_t cublasGetFixedPointEmulationMantissaControl(cublasHandle_t handle,
                                                           cudaEmulationMantissaControl* control) {
  return get(FENCEPOST_BLAS_CALL, handle, &Emulation::control, control);
}
cublasStatus_t cublasSetFixedPointEmulationMaxMantissaBitCount(cublasHandle_t handle, int count) {
  return set(FENCEPOST_BLAS_CALL, handle, &Emulation::most_bits, count, count >= 0);
}
cublasStatus_t cublasGetFixedPointEmulationMaxMantissaBitCount(cublasHandle_t handle, int* count) {
  return get(FENCEPOST_BLAS_CALL, handle, &Emulation::most_bits, count);
}
cublasStatus_t cublasSetFixedPointEmulationMantissaBitOffset(cublasHandle_t handle, int offset) {
  return set(FENCEPOST_BLAS_CALL, handle, &Emulation::bit_offset, offset, true);
}
cublasStatus_t cublasGetFixedPointEmulationMantissaBitOffset(cublasHandle_t handle, int* offset) {
  return get(FENCEPOST_BLAS_CALL, handle, &Emulation::bit_offset, offset);
}

}  // extern "C"
