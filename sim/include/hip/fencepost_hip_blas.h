// Of hipBLAS, what differs from cuBLAS in more than the first letters; the end of hipblas/hipblas.h.
#pragma once

#include <cuda_bf16.h>
#include <cuda_fp16.h>
#include <stdint.h>

#define hipblasStatusToString cublasGetStatusString
#define hipblasDatatype_t cudaDataType
#define hipblasStride int64_t
#define hipblasHalf __half
#define hipblasBfloat16 __nv_bfloat16
#define HIPBLAS_R_8I CUDA_R_8I
#define HIPBLAS_R_8U CUDA_R_8U
#define HIPBLAS_R_32I CUDA_R_32I
#define HIPBLAS_R_32U CUDA_R_32U
#define HIPBLAS_R_16F CUDA_R_16F
#define HIPBLAS_R_16B CUDA_R_16BF
#define HIPBLAS_R_32F CUDA_R_32F
#define HIPBLAS_R_64F CUDA_R_64F
#define HIPBLAS_C_16F CUDA_C_16F
#define HIPBLAS_C_32F CUDA_C_32F
#define HIPBLAS_C_64F CUDA_C_64F

/// hipblasComplex(1, 2). Functions take pointers to them as those to cuComplex.
struct hipblasComplex : cuComplex {
  hipblasComplex() = default;
  hipblasComplex(float real, float imaginary = 0) : cuComplex{real, imaginary} {}
  [[nodiscard]] float real() const { return x; }
  [[nodiscard]] float imag() const { return y; }
};
struct hipblasDoubleComplex : cuDoubleComplex {
  hipblasDoubleComplex() = default;
  hipblasDoubleComplex(double real, double imaginary = 0) : cuDoubleComplex{real, imaginary} {}
  [[nodiscard]] double real() const { return x; }
  [[nodiscard]] double imag() const { return y; }
};
