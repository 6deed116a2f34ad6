// __device__ and __constant__ variables by their address, which is the device's.
#include <cstddef>
#include <optional>

#include "sim/include/cuda_runtime.h"
#include "sim/interface/program_variables.h"
#include "sim/interface/user_pc.h"
#include "sim/runtime/error_state.h"
#include "sim/runtime/memory/addresses.h"
#include "sim/runtime/memory/copy.h"

using fencepost::sim::result;

namespace {

#define FENCEPOST_CALLER FENCEPOST_USER_PC

/// The address `offset` bytes into a variable, or null.
std::byte* in_symbol(const void* symbol, std::size_t offset) {
  const void* const variable = fencepost::sim::variable_of(symbol);
  if (!fencepost::sim::is_program_variable(variable)) return nullptr;
  return static_cast<std::byte*>(const_cast<void*>(variable)) + offset;
}

cudaError_t copy_to_symbol(const char* call, const void* symbol, const void* src, std::size_t bytes, std::size_t offset,
                           cudaMemcpyKind kind, std::optional<cudaStream_t> stream, const void* pc) {
  std::byte* const dst = in_symbol(symbol, offset);
  if (dst == nullptr) return result(call, cudaErrorInvalidSymbol, pc);
  if (kind != cudaMemcpyHostToDevice && kind != cudaMemcpyDeviceToDevice && kind != cudaMemcpyDefault) {
    return result(call, cudaErrorInvalidMemcpyDirection, pc);
  }
  return fencepost::sim::copy(call, dst, src, {bytes}, kind, stream, pc);
}

cudaError_t copy_from_symbol(const char* call, void* dst, const void* symbol, std::size_t bytes, std::size_t offset,
                             cudaMemcpyKind kind, std::optional<cudaStream_t> stream, const void* pc) {
  const std::byte* const src = in_symbol(symbol, offset);
  if (src == nullptr) return result(call, cudaErrorInvalidSymbol, pc);
  if (kind != cudaMemcpyDeviceToHost && kind != cudaMemcpyDeviceToDevice && kind != cudaMemcpyDefault) {
    return result(call, cudaErrorInvalidMemcpyDirection, pc);
  }
  return fencepost::sim::copy(call, dst, src, {bytes}, kind, stream, pc);
}

}  // namespace

extern "C" {

cudaError_t cudaMemcpyToSymbol(const void* symbol, const void* src, size_t bytes, size_t offset, cudaMemcpyKind kind) {
  return copy_to_symbol(__func__, symbol, src, bytes, offset, kind, std::nullopt, FENCEPOST_CALLER);
}

cudaError_t cudaMemcpyToSymbolAsync(const void* symbol, const void* src, size_t bytes, size_t offset,
                                    cudaMemcpyKind kind, cudaStream_t stream) {
  return copy_to_symbol(__func__, symbol, src, bytes, offset, kind, stream, FENCEPOST_CALLER);
}

cudaError_t cudaMemcpyFromSymbol(void* dst, const void* symbol, size_t bytes, size_t offset, cudaMemcpyKind kind) {
  return copy_from_symbol(__func__, dst, symbol, bytes, offset, kind, std::nullopt, FENCEPOST_CALLER);
}

cudaError_t cudaMemcpyFromSymbolAsync(void* dst, const void* symbol, size_t bytes, size_t offset, cudaMemcpyKind kind,
                                      cudaStream_t stream) {
  return copy_from_symbol(__func__, dst, symbol, bytes, offset, kind, stream, FENCEPOST_CALLER);
}

cudaError_t cudaGetSymbolAddress(void** pointer, const void* symbol) {
  FENCEPOST_RETURN_IF_STICKY();
  if (pointer == nullptr) return FENCEPOST_RESULT(cudaErrorInvalidValue);
  *pointer = in_symbol(symbol, 0);
  return *pointer != nullptr ? cudaSuccess : FENCEPOST_RESULT(cudaErrorInvalidSymbol);
}

cudaError_t fencepost_symbol_range(const char* call, size_t symbol_bytes, size_t bytes, size_t offset) {
  const bool fits = offset <= symbol_bytes && bytes <= symbol_bytes - offset;
  return result(call, fits ? cudaSuccess : cudaErrorInvalidValue, FENCEPOST_CALLER);
}

cudaError_t fencepost_symbol_bytes(size_t* bytes, size_t symbol_bytes) {
  if (bytes == nullptr) return result("cudaGetSymbolSize", cudaErrorInvalidValue, FENCEPOST_CALLER);
  *bytes = symbol_bytes;
  return cudaSuccess;
}

}  // extern "C"

#undef FENCEPOST_CALLER
