// cublasLtMatmul: a product, and what is done to it before it is written.
#include <algorithm>
#include <cmath>
#include <cstdlib>
#include <string>
#include <vector>

#include "sim/blas/cblas.h"
#include "sim/blas/lt_attributes.h"
#include "sim/blas/product.h"
#include "sim/interface/user_pc.h"
#include "sim/library/live.h"
#include "sim/library/operand.h"
#include "sim/runtime/device.h"

struct cublasLtContext {};

namespace fencepost::sim {
namespace {

using Size = std::int64_t;
using Compute = std::function<void()>;

// Epilogues are sums of these ("cublasLtEpilogue_t").
constexpr unsigned kRelu = 2, kBias = 4, kDRelu = 8, kBiasGradient = 16, kGelu = 32, kDGelu = 64, kAux = 128,
                   kGradientOfA = 256, kGradientOfB = 512;

struct Matrix {
  const void* base = nullptr;
  LtLayout layout;
  [[nodiscard]] cudaDataType type() const { return static_cast<cudaDataType>(layout.type); }
  [[nodiscard]] Size rows() const { return static_cast<Size>(layout.rows); }
  [[nodiscard]] Size columns() const { return static_cast<Size>(layout.columns); }
  [[nodiscard]] bool by_rows() const { return layout.order == CUBLASLT_ORDER_ROW; }
  [[nodiscard]] Size bytes() const { return static_cast<Size>(element_bytes(type())); }

  [[nodiscard]] Operand operand(const char* role, Access access) const {
    return matrix_operand(role, access, base, element_bytes(type()), by_rows() ? columns() : rows(),
                          by_rows() ? rows() : columns(), layout.ld, layout.batch, layout.stride);
  }
  /// Column j of matrix number `i`; step() elements from row to row.
  [[nodiscard]] std::byte* column(Size i, Size j) const {
    auto* const bytes_of = static_cast<std::byte*>(const_cast<void*>(base));
    return bytes_of + (i * layout.stride + j * (by_rows() ? 1 : layout.ld)) * bytes();
  }
  [[nodiscard]] Size step() const { return by_rows() ? layout.ld : 1; }

  template <class W>
  [[nodiscard]] std::vector<W> read(Size i) const {
    std::vector<W> values(static_cast<std::size_t>(rows() * columns()));
    for (Size j = 0; j < columns(); ++j)
      read_elements(type(), column(i, j), step(), rows(), values.data() + j * rows());
    return values;
  }
};

/// A call of cublasLtMatmul.
struct Call {
  LtProduct desc;
  Matrix a, b, c, d;
  const void* alpha = nullptr;
  const void* beta = nullptr;

  [[nodiscard]] Size m() const { return d.rows(); }
  [[nodiscard]] Size n() const { return d.columns(); }
  [[nodiscard]] Size k() const { return desc.transa == CUBLAS_OP_N ? a.columns() : a.rows(); }
  [[nodiscard]] bool does(unsigned what) const { return (desc.epilogue & what) != 0; }
  [[nodiscard]] cudaDataType scale_type() const { return static_cast<cudaDataType>(desc.scale_type); }
  [[nodiscard]] bool on_device() const { return desc.pointer_mode == CUBLASLT_POINTER_MODE_DEVICE; }
  [[nodiscard]] cudaDataType bias_type() const { return other_type(desc.bias_type); }
  [[nodiscard]] cudaDataType aux_type() const { return other_type(desc.aux_type); }
  /// Elements of the bias, or its gradient: one for each row, or each column for that of B.
  [[nodiscard]] Size bias_count() const { return does(kGradientOfB) ? n() : m(); }
  [[nodiscard]] bool has_bias() const { return does(kBias | kBiasGradient | kGradientOfA | kGradientOfB); }
  [[nodiscard]] bool aux_is_bits() const { return does(kRelu | kDRelu); }
  [[nodiscard]] std::byte* bias(Size i) const {
    return static_cast<std::byte*>(desc.bias) + i * desc.bias_stride * static_cast<Size>(element_bytes(bias_type()));
  }
  /// Column j of the auxiliary matrix, of bits or numbers.
  [[nodiscard]] std::byte* aux(Size i, Size j) const {
    const Size at = i * desc.aux_stride + j * desc.aux_ld;
    constexpr Size kBits = 8;
    return static_cast<std::byte*>(desc.aux) +
           (aux_is_bits() ? at / kBits : at * static_cast<Size>(element_bytes(aux_type())));
  }

 private:
  [[nodiscard]] cudaDataType other_type(std::int32_t type) const {
    if (type != LtProduct::kSameAsD) return static_cast<cudaDataType>(type);
    // Of 8-bit products the type of C.
    return d.bytes() == 1 ? c.type() : d.type();
  }
};

/// What is wrong with a product.
struct Verdict {
  cublasStatus_t status = CUBLAS_STATUS_SUCCESS;
  std::string what{};
  bool is_ours = false;  ///< It is right, but there is no code for it.
};

bool is_fp8(cudaDataType type) { return type == CUDA_R_8F_E4M3 || type == CUDA_R_8F_E5M2; }

/// The type of alpha and beta, or kNoType.
cudaDataType scale_for(const Call& call) {
  const cudaDataType a = call.a.type(), b = call.b.type(), c = call.c.type(), d = call.d.type();
  const auto compute = static_cast<cublasComputeType_t>(call.desc.compute);
  if (is_fp8(a) && is_fp8(b)) {
    const bool both_wide = a == CUDA_R_8F_E5M2 && b == CUDA_R_8F_E5M2;
    const bool right_c = c == CUDA_R_16BF || c == CUDA_R_16F || c == CUDA_R_32F;
    return compute == CUBLAS_COMPUTE_32F && !both_wide && right_c && (d == c || is_fp8(d)) ? CUDA_R_32F : kNoType;
  }
  if (c != d) return kNoType;
  if (compute == CUBLAS_COMPUTE_32I && a == CUDA_R_8I && b == a && c == a) return CUDA_R_32F;
  return scalar_type(compute, a, b, c);
}

/// A handle of cuBLAS is one of cuBLASLt, too.
bool is_lt_handle(cublasLtHandle_t handle) {
  return Live<cublasLtContext>::contains(handle) || is_handle(reinterpret_cast<cublasHandle_t>(handle));
}

/// Tells if one of the descriptors of a product was destroyed.
bool is_stale(const BlasCall& call, cublasLtMatmulDesc_t desc, std::initializer_list<cublasLtMatrixLayout_t> layouts) {
  if (was_destroyed(desc)) return call.invalid("its descriptor of the product was destroyed"), true;
  constexpr char kNames[] = "ABCD";
  for (std::size_t i = 0; i < layouts.size(); ++i) {
    if (was_destroyed(layouts.begin()[i])) {
      return call.invalid(std::string("the layout of ") + kNames[i] + " was destroyed"), true;
    }
  }
  return false;
}

Verdict invalid(std::string what) { return {CUBLAS_STATUS_INVALID_VALUE, std::move(what)}; }
Verdict unsupported(std::string what) { return {CUBLAS_STATUS_NOT_SUPPORTED, std::move(what), true}; }

bool is_epilogue(unsigned epilogue) {
  static constexpr unsigned kAll[] = {
      CUBLASLT_EPILOGUE_DEFAULT,  CUBLASLT_EPILOGUE_RELU,        CUBLASLT_EPILOGUE_RELU_AUX,
      CUBLASLT_EPILOGUE_BIAS,     CUBLASLT_EPILOGUE_RELU_BIAS,   CUBLASLT_EPILOGUE_RELU_AUX_BIAS,
      CUBLASLT_EPILOGUE_DRELU,    CUBLASLT_EPILOGUE_DRELU_BGRAD, CUBLASLT_EPILOGUE_GELU,
      CUBLASLT_EPILOGUE_GELU_AUX, CUBLASLT_EPILOGUE_GELU_BIAS,   CUBLASLT_EPILOGUE_GELU_AUX_BIAS,
      CUBLASLT_EPILOGUE_DGELU,    CUBLASLT_EPILOGUE_DGELU_BGRAD, CUBLASLT_EPILOGUE_BGRADA,
      CUBLASLT_EPILOGUE_BGRADB};
  return std::ranges::find(kAll, epilogue) != std::end(kAll);
}

Verdict layout_verdict(const char* name, const Matrix& matrix, const Matrix& d, Size rows, Size columns) {
  const std::string of = std::string(" of ") + name;
  if (matrix.layout.order != CUBLASLT_ORDER_COL && matrix.layout.order != CUBLASLT_ORDER_ROW) {
    return unsupported("with the order" + of + ", " + std::to_string(matrix.layout.order));
  }
  if (matrix.layout.batch_mode != CUBLASLT_BATCH_MODE_STRIDED) return unsupported("with arrays of pointers");
  if (matrix.layout.plane_offset != 0) return unsupported("with planar complex numbers");
  if (matrix.rows() != rows || matrix.columns() != columns) {
    return invalid("the size" + of + ", " + std::to_string(matrix.rows()) + " x " + std::to_string(matrix.columns()) +
                   ", does not fit the others: it must be " + std::to_string(rows) + " x " + std::to_string(columns));
  }
  const Size least = matrix.by_rows() ? columns : rows;
  if (matrix.layout.ld < least) {
    return invalid("the leading dimension" + of + " is " + std::to_string(matrix.layout.ld) + ", less than " +
                   std::to_string(least));
  }
  if (matrix.layout.batch < 1) {
    return invalid("the number" + of + "'s matrices is " + std::to_string(matrix.layout.batch));
  }
  if (matrix.layout.batch != d.layout.batch) return invalid("the number" + of + "'s matrices is not that of D's");
  return {};
}

Verdict verdict_on(const Call& call) {
  const LtProduct& desc = call.desc;
  for (const Matrix* const matrix : {&call.a, &call.b, &call.c, &call.d}) {
    if (is_complex(matrix->type())) return unsupported("of complex numbers");
  }
  const cudaDataType scale = scale_for(call);
  if (scale == kNoType || scale != call.scale_type()) {
    return {CUBLAS_STATUS_NOT_SUPPORTED,
            "there is no product of " + type_name(call.a.type()) + " and " + type_name(call.b.type()) + " with " +
                type_name(call.c.type()) + " into " + type_name(call.d.type()) + ", computeType " +
                std::to_string(desc.compute) + " and scaleType " + type_name(call.scale_type())};
  }
  const auto is_operation = [](std::int32_t op) { return op == CUBLAS_OP_N || op == CUBLAS_OP_T || op == CUBLAS_OP_C; };
  if (!is_operation(desc.transa) || !is_operation(desc.transb)) return invalid("there is no such transposition");
  if (desc.transc != CUBLAS_OP_N) return invalid("C cannot be transposed");
  if (desc.fill_mode != CUBLAS_FILL_MODE_FULL) return unsupported("with a fill mode");
  if (desc.pointer_mode != CUBLASLT_POINTER_MODE_HOST && desc.pointer_mode != CUBLASLT_POINTER_MODE_DEVICE) {
    return unsupported("with a vector as alpha");
  }
  if (std::ranges::any_of(desc.scale_modes, [](std::int32_t mode) { return mode != 0; })) {
    return unsupported("with scales of blocks");
  }
  if (desc.aux_scale != nullptr || desc.aux_amax != nullptr || desc.d_out_scale != nullptr) {
    return unsupported("with scales of the auxiliary matrix");
  }
  if (!is_epilogue(desc.epilogue)) return invalid("there is no epilogue " + std::to_string(desc.epilogue));
  const Size m = call.m(), n = call.n(), k = call.k();
  const auto oriented = [](std::int32_t op, Size rows, Size columns) {
    return op == CUBLAS_OP_N ? std::pair(rows, columns) : std::pair(columns, rows);
  };
  const auto [rows_a, columns_a] = oriented(desc.transa, m, k);
  const auto [rows_b, columns_b] = oriented(desc.transb, k, n);
  for (Verdict verdict :
       {layout_verdict("A", call.a, call.d, rows_a, columns_a), layout_verdict("B", call.b, call.d, rows_b, columns_b),
        layout_verdict("C", call.c, call.d, m, n), layout_verdict("D", call.d, call.d, m, n)}) {
    if (verdict.status != CUBLAS_STATUS_SUCCESS) return verdict;
  }
  if (call.does(kAux)) {
    constexpr Size kBitsApart = 128;
    if (desc.aux_ld < m || (call.aux_is_bits() && desc.aux_ld % kBitsApart != 0)) {
      return invalid("the leading dimension of the auxiliary matrix is " + std::to_string(desc.aux_ld) +
                     (call.aux_is_bits() ? ", not a multiple of 128 that is at least m" : ", less than m"));
    }
  }
  return {};
}

cublasStatus_t tell(const BlasCall& call, const Verdict& verdict) {
  if (verdict.status == CUBLAS_STATUS_SUCCESS) return verdict.status;
  return verdict.is_ours ? call.unsupported(verdict.what) : call.invalid(verdict.what, verdict.status);
}

/// gelu(x) by its approximation with tanh, or its derivative.
template <class W>
W gelu(W x, bool derivative) {
  const W root = std::sqrt(W(2 / M_PI));
  constexpr W kCubic = W(0.044715);
  const W tanh = std::tanh(root * (x + kCubic * x * x * x));
  if (!derivative) return W(0.5) * x * (1 + tanh);
  return W(0.5) * (1 + tanh) + W(0.5) * x * (1 - tanh * tanh) * root * (1 + 3 * kCubic * x * x);
}

/// The numbers of one call that lie on the device, but for the matrices.
struct Factors {
  double alpha = 1, beta = 0, d = 1;
};

/// D of one matrix of the batch. `largest`: of the magnitudes so far.
template <class W>
void multiply(const Call& call, const Factors& factors, Size number, double& largest) {
  const Size m = call.m(), n = call.n(), k = call.k();
  std::vector<W> result(static_cast<std::size_t>(m * n));
  const bool has_gradient = call.does(kGradientOfA | kGradientOfB);
  const bool multiplies = factors.alpha != 0 && k != 0;
  const auto transa = static_cast<cublasOperation_t>(call.desc.transa);
  const auto transb = static_cast<cublasOperation_t>(call.desc.transb);
  if (multiplies) {
    const std::vector<W> a = call.a.read<W>(number);
    const std::vector<W> b = call.b.read<W>(number);
    gemm<W>(transa, transb, m, n, k, static_cast<W>(factors.alpha), a.data(), std::max<Size>(call.a.rows(), 1),
            b.data(), std::max<Size>(call.b.rows(), 1), 0, result.data(), std::max<Size>(m, 1));
  }
  if (has_gradient) {
    // Sums over k: of the rows of op(A), or the columns of op(B).
    const bool of_a = call.does(kGradientOfA);
    const Matrix& matrix = of_a ? call.a : call.b;
    const std::vector<W> values = matrix.read<W>(number);
    const bool by_row = of_a ? transa == CUBLAS_OP_N : transb != CUBLAS_OP_N;
    std::vector<W> sums(static_cast<std::size_t>(call.bias_count()));
    for (Size i = 0; i < static_cast<Size>(values.size()); ++i) {
      sums[static_cast<std::size_t>(by_row ? i % matrix.rows() : i / matrix.rows())] +=
          values[static_cast<std::size_t>(i)];
    }
    write_elements(call.bias_type(), sums.data(), call.bias_count(), call.bias(number), 1);
  }
  std::vector<W> bias(static_cast<std::size_t>(m));
  std::vector<W> gradient(static_cast<std::size_t>(m));
  std::vector<W> other(static_cast<std::size_t>(m));
  if (call.does(kBias)) read_elements(call.bias_type(), call.bias(number), 1, m, bias.data());
  for (Size j = 0; j < n; ++j) {
    W* const column = result.data() + j * m;
    if (factors.beta != 0) {
      read_elements(call.c.type(), call.c.column(number, j), call.c.step(), m, other.data());
      for (Size i = 0; i < m; ++i) column[i] += static_cast<W>(factors.beta) * other[static_cast<std::size_t>(i)];
    }
    for (Size i = 0; i < m; ++i) column[i] += bias[static_cast<std::size_t>(i)];
    std::byte* const aux = call.does(kAux) ? call.aux(number, j) : nullptr;
    const auto bit = [](Size i) { return std::byte{1} << (i % 8); };
    if (call.does(kGelu) && aux != nullptr) write_elements(call.aux_type(), column, m, aux, 1);
    if (call.does(kRelu) && aux != nullptr) {
      std::fill_n(aux, (m + 7) / 8, std::byte{});
      for (Size i = 0; i < m; ++i) {
        if (column[i] > 0) aux[i / 8] |= bit(i);
      }
    }
    if (call.does(kDGelu)) read_elements(call.aux_type(), aux, 1, m, other.data());
    for (Size i = 0; i < m; ++i) {
      W& value = column[i];
      if (call.does(kRelu)) value = value > 0 ? value : 0;
      if (call.does(kGelu)) value = gelu(value, false);
      if (call.does(kDRelu) && (aux[i / 8] & bit(i)) == std::byte{}) value = 0;
      if (call.does(kDGelu)) value *= gelu(other[static_cast<std::size_t>(i)], true);
      if (call.does(kBiasGradient)) gradient[static_cast<std::size_t>(i)] += value;
      largest = std::max(largest, std::abs(static_cast<double>(value)));
      value *= static_cast<W>(factors.d);
    }
    write_elements(call.d.type(), column, m, call.d.column(number, j), call.d.step());
  }
  if (call.does(kBiasGradient)) write_elements(call.bias_type(), gradient.data(), m, call.bias(number), 1);
}

/// Adds the scalars of the device, and tells what they come to.
bool add_factors(OperandList& list, const Call& call, AnyScalar alpha, AnyScalar beta, Factors& factors) {
  if (!alpha.add(list) || !beta.add(list)) return false;
  float scales[4] = {1, 1, 1, 1};
  constexpr const char* kRoles[4] = {"A_SCALE_POINTER", "B_SCALE_POINTER", "C_SCALE_POINTER", "D_SCALE_POINTER"};
  for (std::size_t i = 0; i < 4; ++i) {
    Scalar<float> scale(kRoles[i],
                        call.desc.scales[i] == nullptr ? &scales[i] : static_cast<const float*>(call.desc.scales[i]),
                        call.desc.scales[i] != nullptr);
    if (!scale.add(list)) return false;
    scales[i] = scale.value();
  }
  factors.alpha = alpha.value.real() * scales[0] * scales[1];
  factors.beta = beta.value.real() * scales[2];
  factors.d = scales[3];
  return true;
}

Compute plan(const Call& call, const AnyScalar& alpha, const AnyScalar& beta, OperandList& list) {
  Factors factors;
  if (!add_factors(list, call, alpha, beta, factors)) return nullptr;
  const bool multiplies = factors.alpha != 0 && call.k() != 0;
  const bool reads_a = multiplies || call.does(kGradientOfA);
  const bool reads_b = multiplies || call.does(kGradientOfB);
  if (reads_a && !list.add(call.a.operand("A", Access::kRead))) return nullptr;
  if (reads_b && !list.add(call.b.operand("B", Access::kRead))) return nullptr;
  if (factors.beta != 0 && !list.add(call.c.operand("C", Access::kRead))) return nullptr;
  if (!list.add(call.d.operand("D", Access::kWrite))) return nullptr;
  if (call.has_bias() && !list.add(matrix_operand("bias", call.does(kBias) ? Access::kRead : Access::kWrite,
                                                  call.desc.bias, element_bytes(call.bias_type()), call.bias_count(), 1,
                                                  call.bias_count(), call.d.layout.batch, call.desc.bias_stride))) {
    return nullptr;
  }
  if (call.does(kAux)) {
    const bool bits = call.aux_is_bits();
    const Access access = call.does(kDRelu | kDGelu) ? Access::kRead : Access::kWrite;
    if (!list.add(matrix_operand("auxiliary matrix", access, call.desc.aux, bits ? 1 : element_bytes(call.aux_type()),
                                 bits ? (call.m() + 7) / 8 : call.m(), call.n(),
                                 bits ? call.desc.aux_ld / 8 : call.desc.aux_ld, call.d.layout.batch,
                                 bits ? call.desc.aux_stride / 8 : call.desc.aux_stride))) {
      return nullptr;
    }
  }
  auto* const amax = static_cast<float*>(call.desc.amax_d);
  if (amax != nullptr && !list.add(vector_operand("AMAX_D_POINTER", Access::kWrite, amax, 1, 1))) return nullptr;
  return [call, factors, amax] {
    double largest = 0;
    for (Size i = 0; i < call.d.layout.batch; ++i) {
      if (call.a.type() == CUDA_R_64F || call.a.type() == CUDA_R_8I) {
        multiply<double>(call, factors, i, largest);
      } else {
        multiply<float>(call, factors, i, largest);
      }
    }
    if (amax != nullptr) *amax = static_cast<float>(largest);
  };
}

cublasStatus_t matmul(const BlasCall& call, const Call& what, void* workspace, std::size_t workspace_bytes,
                      cudaStream_t stream) {
  if (const cublasStatus_t status = tell(call, verdict_on(what)); status != CUBLAS_STATUS_SUCCESS) return status;
  if (what.m() == 0 || what.n() == 0) return CUBLAS_STATUS_SUCCESS;
  ArgumentCheck check(call);
  const std::size_t bytes = element_bytes(what.scale_type());
  check.scalar("alpha", what.alpha, bytes, what.on_device()).scalar("beta", what.beta, bytes, what.on_device());
  if (check.pointer("A", what.a.base).pointer("B", what.b.base).pointer("D", what.d.base).failed())
    return check.status();
  const AnyScalar alpha("alpha", what.alpha, what.scale_type(), what.on_device());
  const AnyScalar beta("beta", what.beta, what.scale_type(), what.on_device());
  if (what.on_device() || beta.value != 0.0) check.pointer("C", what.c.base);
  if (what.has_bias()) check.pointer("the bias", what.desc.bias);
  if (what.does(kAux)) check.pointer("the auxiliary matrix", what.desc.aux);
  if (check.failed()) return check.status();
  need_openblas(call);
  return run(
      call, stream, false,
      with_workspace([=](OperandList& list) { return plan(what, alpha, beta, list); }, workspace, workspace_bytes));
}

}  // namespace
}  // namespace fencepost::sim

using namespace fencepost::sim;

extern "C" {

cublasStatus_t cublasLtCreate(cublasLtHandle_t* handle) {
  if (handle == nullptr) return FENCEPOST_BLAS_CALL.invalid("the place for the handle is null");
  *handle = Live<cublasLtContext>::add(new cublasLtContext);
  return CUBLAS_STATUS_SUCCESS;
}
cublasStatus_t cublasLtDestroy(cublasLtHandle_t handle) {
  const BlasCall call = FENCEPOST_BLAS_CALL;
  if (handle == nullptr) return call.invalid("its handle is null");
  if (!is_lt_handle(handle)) return call.no_handle(handle);
  // A handle of cuBLAS is destroyed as what it is.
  Live<cublasLtContext>::remove(handle);
  return CUBLAS_STATUS_SUCCESS;
}
size_t cublasLtGetVersion(void) { return CUBLAS_VERSION; }
size_t cublasLtGetCudartVersion(void) { return static_cast<size_t>(fencepost::sim::cuda_version()); }
cublasStatus_t cublasLtGetProperty(libraryPropertyType type, int* value) { return cublasGetProperty(type, value); }

cublasStatus_t cublasLtMatmulAlgoGetHeuristic(cublasLtHandle_t handle, cublasLtMatmulDesc_t desc,
                                              cublasLtMatrixLayout_t a_desc, cublasLtMatrixLayout_t b_desc,
                                              cublasLtMatrixLayout_t c_desc, cublasLtMatrixLayout_t d_desc,
                                              cublasLtMatmulPreference_t preference, int most,
                                              cublasLtMatmulHeuristicResult_t results[], int* count) {
  const BlasCall call = FENCEPOST_BLAS_CALL;
  if (!is_lt_handle(handle)) return call.no_handle(handle);
  if (desc == nullptr || a_desc == nullptr || b_desc == nullptr || c_desc == nullptr || d_desc == nullptr ||
      preference == nullptr || results == nullptr || count == nullptr) {
    return call.invalid("an argument is null");
  }
  if (is_stale(call, desc, {a_desc, b_desc, c_desc, d_desc})) return CUBLAS_STATUS_INVALID_VALUE;
  *count = 0;
  if (most < 1) return call.invalid("requestedAlgoCount is less than 1");
  const Verdict verdict = verdict_on({.desc = in(desc),
                                      .a = {nullptr, in(a_desc)},
                                      .b = {nullptr, in(b_desc)},
                                      .c = {nullptr, in(c_desc)},
                                      .d = {nullptr, in(d_desc)}});
  // Programs ask for what is there; only what lacks here is told.
  if (verdict.is_ours) return tell(call, verdict);
  if (verdict.status != CUBLAS_STATUS_SUCCESS) return verdict.status;
  results[0] = {};
  results[0].state = CUBLAS_STATUS_SUCCESS;
  results[0].wavesCount = 1;
  *count = 1;
  return CUBLAS_STATUS_SUCCESS;
}

cublasStatus_t cublasLtMatmul(cublasLtHandle_t handle, cublasLtMatmulDesc_t desc, const void* alpha, const void* a,
                              cublasLtMatrixLayout_t a_desc, const void* b, cublasLtMatrixLayout_t b_desc,
                              const void* beta, const void* c, cublasLtMatrixLayout_t c_desc, void* d,
                              cublasLtMatrixLayout_t d_desc, const cublasLtMatmulAlgo_t*, void* workspace,
                              size_t workspace_bytes, cudaStream_t stream) {
  const BlasCall call = FENCEPOST_BLAS_CALL;
  if (!is_lt_handle(handle)) return call.no_handle(handle);
  if (desc == nullptr || a_desc == nullptr || b_desc == nullptr || c_desc == nullptr || d_desc == nullptr) {
    return call.invalid("a descriptor is null");
  }
  if (is_stale(call, desc, {a_desc, b_desc, c_desc, d_desc})) return CUBLAS_STATUS_INVALID_VALUE;
  return matmul(call,
                {.desc = in(desc),
                 .a = {a, in(a_desc)},
                 .b = {b, in(b_desc)},
                 .c = {c, in(c_desc)},
                 .d = {d, in(d_desc)},
                 .alpha = alpha,
                 .beta = beta},
                workspace, workspace_bytes, stream);
}

cublasStatus_t cublasLtHeuristicsCacheGetCapacity(size_t* capacity) {
  if (capacity == nullptr) return FENCEPOST_BLAS_CALL.invalid("the place for the result is null");
  *capacity = 0;
  return CUBLAS_STATUS_SUCCESS;
}
cublasStatus_t cublasLtHeuristicsCacheSetCapacity(size_t) { return CUBLAS_STATUS_SUCCESS; }
unsigned cublasLtDisableCpuInstructionsSetMask(unsigned) { return 0; }
cublasStatus_t cublasLtLoggerSetCallback(cublasLtLoggerCallback_t) { return CUBLAS_STATUS_SUCCESS; }
cublasStatus_t cublasLtLoggerSetFile(FILE*) { return CUBLAS_STATUS_SUCCESS; }
cublasStatus_t cublasLtLoggerOpenFile(const char*) { return CUBLAS_STATUS_SUCCESS; }
cublasStatus_t cublasLtLoggerSetLevel(int) { return CUBLAS_STATUS_SUCCESS; }
cublasStatus_t cublasLtLoggerSetMask(int) { return CUBLAS_STATUS_SUCCESS; }
cublasStatus_t cublasLtLoggerForceDisable(void) { return CUBLAS_STATUS_SUCCESS; }

}  // extern "C"
