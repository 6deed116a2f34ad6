// Elements of matrices by the name of their type, cudaDataType. Thread safety: full.
#pragma once

#include <complex>
#include <cstddef>
#include <cstdint>
#include <string>
#include <vector>

#include "sim/include/cublas_api.h"

namespace fencepost::sim {

/// 0: there is no such type, or its elements are less than a byte.
std::size_t element_bytes(cudaDataType);
/// "CUDA_R_16BF".
std::string type_name(cudaDataType);
bool is_complex(cudaDataType);
/// A real type of at most 32 bits that is not float: products are made of its elements as floats, or doubles.
bool is_narrow(cudaDataType);

template <class T>
constexpr cudaDataType type_of();
template <>
constexpr cudaDataType type_of<float>() {
  return CUDA_R_32F;
}
template <>
constexpr cudaDataType type_of<double>() {
  return CUDA_R_64F;
}
template <>
constexpr cudaDataType type_of<cuComplex>() {
  return CUDA_C_32F;
}
template <>
constexpr cudaDataType type_of<cuDoubleComplex>() {
  return CUDA_C_64F;
}
template <>
constexpr cudaDataType type_of<__half>() {
  return CUDA_R_16F;
}

/// The number there, exactly.
std::complex<double> number_at(cudaDataType, const void*);

/// Reads `count` elements of a real type that lie `step` elements apart, as float or double.
template <class W>
void read_elements(cudaDataType, const void* from, std::int64_t step, std::int64_t count, W* to);
/// Writes them, rounded to the nearest; out of range to the last of an integer or 8-bit type.
template <class W>
void write_elements(cudaDataType, const W* from, std::int64_t count, void* to, std::int64_t step);

}  // namespace fencepost::sim
