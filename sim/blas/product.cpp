#include "sim/blas/product.h"

#include <memory>
#include <vector>

#include "sim/blas/cblas.h"
#include "sim/library/elements.h"
#include "sim/library/operand.h"

namespace fencepost::sim {
namespace {

/// Rows and columns of a matrix as it lies there.
struct Shape {
  std::int64_t rows, columns;
};
Shape shape_of(cublasOperation_t operation, std::int64_t rows, std::int64_t columns) {
  return operation == CUBLAS_OP_N ? Shape{rows, columns} : Shape{columns, rows};
}

template <class T>
void multiply_alike(const Product& p, std::complex<double> alpha, std::complex<double> beta, const void* a,
                    const void* b, void* c) {
  const auto number = [](std::complex<double> value) {
    if constexpr (std::is_same_v<T, Real<T>>) {
      return static_cast<T>(value.real());
    } else {
      return T(value);
    }
  };
  gemm<T>(p.transa, p.transb, p.m, p.n, p.k, number(alpha), static_cast<const T*>(a), p.a.ld, static_cast<const T*>(b),
          p.b.ld, number(beta), static_cast<T*>(c), p.c.ld);
}

/// A matrix as it lies there, without what is between its columns.
template <class W>
std::vector<W> widened(const void* base, cudaDataType type, Shape shape, std::int64_t ld) {
  std::vector<W> values(static_cast<std::size_t>(shape.rows * shape.columns));
  const auto bytes = static_cast<std::int64_t>(element_bytes(type));
  for (std::int64_t j = 0; j < shape.columns; ++j) {
    read_elements(type, static_cast<const std::byte*>(base) + j * ld * bytes, 1, shape.rows,
                  values.data() + j * shape.rows);
  }
  return values;
}

/// In floats, or doubles, and rounded once.
template <class W>
void multiply_widened(const Product& p, W alpha, W beta, const void* a, const void* b, void* c) {
  std::vector<W> result(static_cast<std::size_t>(p.m * p.n));
  if (p.k != 0 && alpha != 0) {
    const Shape of_a = shape_of(p.transa, p.m, p.k);
    const Shape of_b = shape_of(p.transb, p.k, p.n);
    const std::vector<W> wide_a = widened<W>(a, p.a.type, of_a, p.a.ld);
    const std::vector<W> wide_b = widened<W>(b, p.b.type, of_b, p.b.ld);
    gemm<W>(p.transa, p.transb, p.m, p.n, p.k, alpha, wide_a.data(), std::max<std::int64_t>(of_a.rows, 1),
            wide_b.data(), std::max<std::int64_t>(of_b.rows, 1), 0, result.data(), p.m);
  }
  const auto bytes = static_cast<std::int64_t>(element_bytes(p.c.type));
  std::vector<W> old(static_cast<std::size_t>(p.m));
  for (std::int64_t j = 0; j < p.n; ++j) {
    auto* const column = static_cast<std::byte*>(c) + j * p.c.ld * bytes;
    W* const values = result.data() + j * p.m;
    if (beta != 0) {
      read_elements(p.c.type, column, 1, p.m, old.data());
      for (std::int64_t i = 0; i < p.m; ++i) values[i] += beta * old[static_cast<std::size_t>(i)];
    }
    write_elements(p.c.type, values, p.m, column, 1);
  }
}

void multiply_one(const Product& p, std::complex<double> alpha, std::complex<double> beta, const void* a, const void* b,
                  void* c) {
  if (!is_narrow(p.a.type) && p.a.type == p.c.type) {
    switch (p.a.type) {
      case CUDA_R_32F:
        return multiply_alike<float>(p, alpha, beta, a, b, c);
      case CUDA_R_64F:
        return multiply_alike<double>(p, alpha, beta, a, b, c);
      case CUDA_C_32F:
        return multiply_alike<std::complex<float>>(p, alpha, beta, a, b, c);
      default:
        return multiply_alike<std::complex<double>>(p, alpha, beta, a, b, c);
    }
  }
  // Sums of products of 8-bit integers are exact in doubles.
  if (p.a.type == CUDA_R_8I) return multiply_widened<double>(p, alpha.real(), beta.real(), a, b, c);
  multiply_widened<float>(p, static_cast<float>(alpha.real()), static_cast<float>(beta.real()), a, b, c);
}

/// The matrices of a batch, one behind the other or by their addresses.
std::vector<const void*> matrices(const ProductMatrix& matrix, const Product& p) {
  std::vector<const void*> all(static_cast<std::size_t>(p.batch));
  const auto bytes = static_cast<std::int64_t>(element_bytes(matrix.type));
  for (std::int64_t i = 0; i < p.batch; ++i) {
    all[static_cast<std::size_t>(i)] = p.by_pointers
                                           ? static_cast<const void* const*>(matrix.base)[i]
                                           : static_cast<const std::byte*>(matrix.base) + i * matrix.stride * bytes;
  }
  return all;
}

bool add_matrices(OperandList& list, const char* role, Access access, const ProductMatrix& matrix, const Product& p,
                  Shape shape) {
  const std::size_t bytes = element_bytes(matrix.type);
  if (!p.by_pointers) {
    return list.add(
        matrix_operand(role, access, matrix.base, bytes, shape.rows, shape.columns, matrix.ld, p.batch, matrix.stride));
  }
  for (const void* const base : matrices(matrix, p)) {
    if (!list.add(matrix_operand(role, access, base, bytes, shape.rows, shape.columns, matrix.ld))) return false;
  }
  return true;
}

std::function<void()> plan(const Product& p, AnyScalar alpha, AnyScalar beta, OperandList& list) {
  if (!alpha.add(list) || !beta.add(list)) return nullptr;
  const bool multiplies = alpha.value != 0.0 && p.k != 0;
  const bool reads_c = beta.value != 0.0;
  if (p.by_pointers) {
    const auto bytes = static_cast<std::size_t>(p.batch) * sizeof(void*);
    const auto add_array = [&](const char* role, const ProductMatrix& matrix) {
      return list.add({.role = role, .reads = true, .element_bytes = sizeof(void*), .ranges = {{matrix.base, bytes}}});
    };
    if (multiplies && (!add_array("Aarray", p.a) || !add_array("Barray", p.b))) return nullptr;
    if (!add_array("Carray", p.c)) return nullptr;
  }
  if (multiplies && (!add_matrices(list, "A", Access::kRead, p.a, p, shape_of(p.transa, p.m, p.k)) ||
                     !add_matrices(list, "B", Access::kRead, p.b, p, shape_of(p.transb, p.k, p.n)))) {
    return nullptr;
  }
  if (!add_matrices(list, "C", reads_c ? Access::kUpdate : Access::kWrite, p.c, p, {p.m, p.n})) return nullptr;
  return [p, alpha = alpha.value, beta = beta.value, multiplies] {
    const std::vector<const void*> a = multiplies ? matrices(p.a, p) : std::vector<const void*>{};
    const std::vector<const void*> b = multiplies ? matrices(p.b, p) : std::vector<const void*>{};
    const std::vector<const void*> c = matrices(p.c, p);
    Product one = p;
    if (!multiplies) one.k = 0;
    for (std::size_t i = 0; i < c.size(); ++i) {
      multiply_one(one, alpha, beta, multiplies ? a[i] : nullptr, multiplies ? b[i] : nullptr, const_cast<void*>(c[i]));
    }
  };
}

}  // namespace

cudaDataType scalar_type(cublasComputeType_t compute, cudaDataType a, cudaDataType b, cudaDataType c) {
  if (a != b) return kNoType;
  switch (compute) {
    case CUBLAS_COMPUTE_16F:
    case CUBLAS_COMPUTE_16F_PEDANTIC:
      return a == CUDA_R_16F && c == CUDA_R_16F ? CUDA_R_16F : kNoType;
    case CUBLAS_COMPUTE_32I:
    case CUBLAS_COMPUTE_32I_PEDANTIC:
      return a == CUDA_R_8I && c == CUDA_R_32I ? CUDA_R_32I : kNoType;
    case CUBLAS_COMPUTE_32F:
    case CUBLAS_COMPUTE_32F_PEDANTIC:
      if ((a == CUDA_R_16BF || a == CUDA_R_16F) && (c == a || c == CUDA_R_32F)) return CUDA_R_32F;
      if (a == CUDA_R_8I && c == CUDA_R_32F) return CUDA_R_32F;
      [[fallthrough]];
    case CUBLAS_COMPUTE_32F_FAST_16F:
    case CUBLAS_COMPUTE_32F_FAST_16BF:
    case CUBLAS_COMPUTE_32F_FAST_TF32:
    case CUBLAS_COMPUTE_32F_EMULATED_16BFX9:
      return a == c && (a == CUDA_R_32F || a == CUDA_C_32F) ? a : kNoType;
    case CUBLAS_COMPUTE_64F:
    case CUBLAS_COMPUTE_64F_PEDANTIC:
    case CUBLAS_COMPUTE_64F_EMULATED_FIXEDPOINT:
      return a == c && (a == CUDA_R_64F || a == CUDA_C_64F) ? a : kNoType;
  }
  return kNoType;
}

cublasStatus_t multiply(const BlasCall& call, cublasHandle_t handle, const Product& p) {
  ArgumentCheck check(call, handle);
  check.operation("transa", p.transa).operation("transb", p.transb);
  check.size("m", p.m).size("n", p.n).size("k", p.k).size("batchCount", p.batch);
  if (check.failed()) return check.status();
  const cudaDataType scale = scalar_type(p.compute, p.a.type, p.b.type, p.c.type);
  if (scale == kNoType) {
    return call.invalid("there is no product of " + type_name(p.a.type) + " and " + type_name(p.b.type) + " into " +
                            type_name(p.c.type) + " with computeType " + std::to_string(static_cast<int>(p.compute)),
                        CUBLAS_STATUS_NOT_SUPPORTED);
  }
  check.leading("lda", p.a.ld, shape_of(p.transa, p.m, p.k).rows, p.transa == CUBLAS_OP_N ? "m" : "k");
  check.leading("ldb", p.b.ld, shape_of(p.transb, p.k, p.n).rows, p.transb == CUBLAS_OP_N ? "k" : "n");
  check.leading("ldc", p.c.ld, p.m, "m");
  if (check.failed() || p.m == 0 || p.n == 0 || p.batch == 0) return check.status();
  const std::size_t bytes = element_bytes(scale);
  check.scalar("alpha", p.alpha, bytes, handle).scalar("beta", p.beta, bytes, handle);
  if (p.k != 0) check.pointer("A", p.a.base).pointer("B", p.b.base);
  if (check.pointer("C", p.c.base).failed()) return check.status();
  need_openblas(call);
  const bool on_device = is_on_device(handle);
  return run(
      call, handle, false,
      [p, alpha = AnyScalar("alpha", p.alpha, scale, on_device),
       beta = AnyScalar("beta", p.beta, scale, on_device)](OperandList& list) { return plan(p, alpha, beta, list); });
}

}  // namespace fencepost::sim
