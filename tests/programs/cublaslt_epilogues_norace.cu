// cublasLtMatmul with each epilogue, in several types and orders, is what plain loops make.
// CLEAN
// NEEDS: /usr/lib/x86_64-linux-gnu/libopenblas.so.0
// COMPILE: -lcublasLt
#include <cublasLt.h>
#include <cuda_fp8.h>

#include <cmath>
#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <vector>

#define CHECK(call)                                                                  \
  do {                                                                               \
    const int status = static_cast<int>(call);                                       \
    if (status != 0) printf("line %d: status %d\n", __LINE__, status), std::exit(1); \
  } while (0)

constexpr int m = 16, n = 12, k = 32, batch = 2;
cublasLtHandle_t handle;

__global__ void nothing() {}

template <class T>
constexpr cudaDataType type_of = CUDA_R_32F;
template <>
constexpr cudaDataType type_of<__half> = CUDA_R_16F;
template <>
constexpr cudaDataType type_of<__nv_bfloat16> = CUDA_R_16BF;
template <>
constexpr cudaDataType type_of<__nv_fp8_e4m3> = CUDA_R_8F_E4M3;

template <class T>
struct Values {
  std::vector<T> host;
  T* device;
  Values(int count, int seed, bool written = true) {
    for (int i = 0; i < count; ++i) host.push_back(T(static_cast<float>((i * 5 + seed) % 7 - 3) / 4));
    CHECK(cudaMalloc(&device, count * sizeof(T)));
    if (written) CHECK(cudaMemcpy(device, host.data(), count * sizeof(T), cudaMemcpyHostToDevice));
  }
  ~Values() { cudaFree(device); }
  std::vector<T> now() const {
    std::vector<T> values(host.size());
    CHECK(cudaMemcpy(values.data(), device, host.size() * sizeof(T), cudaMemcpyDeviceToHost));
    return values;
  }
  float operator[](int i) const { return static_cast<float>(host[i]); }
};

template <class T>
void set(cublasLtMatmulDesc_t desc, cublasLtMatmulDescAttributes_t attribute, T value) {
  CHECK(cublasLtMatmulDescSetAttribute(desc, attribute, &value, sizeof(value)));
}

cublasLtMatrixLayout_t layout(cudaDataType type, int rows, int columns, bool by_rows) {
  cublasLtMatrixLayout_t made;
  CHECK(cublasLtMatrixLayoutCreate(&made, type, rows, columns, by_rows ? columns : rows));
  const int32_t order = by_rows ? CUBLASLT_ORDER_ROW : CUBLASLT_ORDER_COL;
  CHECK(cublasLtMatrixLayoutSetAttribute(made, CUBLASLT_MATRIX_LAYOUT_ORDER, &order, sizeof(order)));
  const int32_t count = batch;
  const int64_t stride = static_cast<int64_t>(rows) * columns;
  CHECK(cublasLtMatrixLayoutSetAttribute(made, CUBLASLT_MATRIX_LAYOUT_BATCH_COUNT, &count, sizeof(count)));
  CHECK(cublasLtMatrixLayoutSetAttribute(made, CUBLASLT_MATRIX_LAYOUT_STRIDED_BATCH_OFFSET, &stride, sizeof(stride)));
  return made;
}

float gelu(float x) { return 0.5f * x * (1 + std::tanh(0.7978845608f * (x + 0.044715f * x * x * x))); }
float gelu_slope(float x) {
  const float h = 1e-2f;
  return (gelu(x + h) - gelu(x - h)) / (2 * h);
}

// A of type T, D (and C) of type U.
template <class T, class U>
void compare(const char* what, cublasLtEpilogue_t epilogue, bool transposed, bool by_rows, double tolerance) {
  const cublasOperation_t ta = transposed ? CUBLAS_OP_T : CUBLAS_OP_N, tb = transposed ? CUBLAS_OP_N : CUBLAS_OP_T;
  constexpr int ld_aux = 128;
  Values<T> a(batch * m * k, 1), b(batch * n * k, 2);
  Values<U> c(batch * m * n, 3), d(batch * m * n, 4, false), bias(batch * 32, 5), aux(batch * ld_aux * n, 6);
  const bool backward = (epilogue & (8 | 64)) != 0, bits = (epilogue & (2 | 8)) != 0;
  cublasLtMatmulDesc_t desc;
  CHECK(cublasLtMatmulDescCreate(&desc, CUBLAS_COMPUTE_32F, CUDA_R_32F));
  set(desc, CUBLASLT_MATMUL_DESC_TRANSA, ta);
  set(desc, CUBLASLT_MATMUL_DESC_TRANSB, tb);
  set(desc, CUBLASLT_MATMUL_DESC_EPILOGUE, epilogue);
  set(desc, CUBLASLT_MATMUL_DESC_BIAS_POINTER, bias.device);
  set(desc, CUBLASLT_MATMUL_DESC_BIAS_BATCH_STRIDE, int64_t{32});
  set(desc, CUBLASLT_MATMUL_DESC_BIAS_DATA_TYPE, type_of<U>);
  set(desc, CUBLASLT_MATMUL_DESC_EPILOGUE_AUX_POINTER, aux.device);
  set(desc, CUBLASLT_MATMUL_DESC_EPILOGUE_AUX_LD, int64_t{ld_aux});
  set(desc, CUBLASLT_MATMUL_DESC_EPILOGUE_AUX_BATCH_STRIDE, int64_t{ld_aux * n});
  const auto la = transposed ? layout(type_of<T>, k, m, by_rows) : layout(type_of<T>, m, k, by_rows);
  const auto lb = transposed ? layout(type_of<T>, k, n, by_rows) : layout(type_of<T>, n, k, by_rows);
  const auto lc = layout(type_of<U>, m, n, by_rows), ld = layout(type_of<U>, m, n, by_rows);
  cublasLtMatmulPreference_t preference;
  CHECK(cublasLtMatmulPreferenceCreate(&preference));
  cublasLtMatmulHeuristicResult_t result;
  int found = 0;
  CHECK(cublasLtMatmulAlgoGetHeuristic(handle, desc, la, lb, lc, ld, preference, 1, &result, &found));
  const float alpha = 2, beta = -0.5f;
  CHECK(cublasLtMatmul(handle, desc, &alpha, a.device, la, b.device, lb, &beta, c.device, lc, d.device, ld,
                       &result.algo, nullptr, 0, nullptr));

  const std::vector<U> got = d.now(), got_bias = bias.now(), got_aux = aux.now();
  double worst = 0;
  const auto check = [&](float value, float wanted) {
    worst = std::fmax(worst, std::fabs(value - wanted) / (1 + std::fabs(wanted)));
  };
  for (int which = 0; which < batch; ++which) {
    const auto at = [&](int rows, int columns, int i, int j) {
      return which * rows * columns + (by_rows ? i * columns + j : j * rows + i);
    };
    const auto of_a = [&](int i, int l) { return transposed ? a[at(k, m, l, i)] : a[at(m, k, i, l)]; };
    const auto of_b = [&](int l, int j) { return transposed ? b[at(k, n, l, j)] : b[at(n, k, j, l)]; };
    std::vector<float> gradient(m);
    for (int j = 0; j < n; ++j) {
      const auto* const column_bits =
          reinterpret_cast<const unsigned char*>(backward ? aux.host.data() : got_aux.data()) +
          (which * ld_aux * n + j * ld_aux) / 8;
      for (int i = 0; i < m; ++i) {
        float sum = 0;
        for (int l = 0; l < k; ++l) sum += of_a(i, l) * of_b(l, j);
        sum = alpha * sum + beta * c[at(m, n, i, j)];
        if ((epilogue & 4) != 0) sum += bias[which * 32 + i];
        const int place = which * ld_aux * n + j * ld_aux + i;
        const bool bit = (column_bits[i / 8] >> (i % 8) & 1) != 0;
        if ((epilogue & 128) != 0 && !backward) {
          if (bits) {
            check(bit, sum > 0);
          } else {
            check(static_cast<float>(got_aux[place]), sum);
          }
        }
        if ((epilogue & 2) != 0) sum = std::fmax(sum, 0.f);
        if ((epilogue & 32) != 0) sum = gelu(sum);
        if ((epilogue & 8) != 0 && !bit) sum = 0;
        if ((epilogue & 64) != 0) sum *= gelu_slope(aux[place]);
        gradient[i] += sum;
        check(static_cast<float>(got[at(m, n, i, j)]), sum);
      }
    }
    for (int i = 0; i < 32; ++i) {
      float wanted = bias[which * 32 + i];
      if ((epilogue & 16) != 0 && i < m) wanted = gradient[i];
      if ((epilogue & (256 | 512)) != 0 && i < ((epilogue & 256) != 0 ? m : n)) {
        wanted = 0;
        for (int l = 0; l < k; ++l) wanted += (epilogue & 256) != 0 ? of_a(i, l) : of_b(l, i);
      }
      check(static_cast<float>(got_bias[which * 32 + i]), wanted);
    }
  }
  if (worst > tolerance) printf("%s, epilogue %d, %d %d: off by %g\n", what, epilogue, transposed, by_rows, worst);
  CHECK(cublasLtMatmulPreferenceDestroy(preference));
  for (const auto made : {la, lb, lc, ld}) CHECK(cublasLtMatrixLayoutDestroy(made));
  CHECK(cublasLtMatmulDescDestroy(desc));
}

int main() {
  CHECK(cublasLtCreate(&handle));
  nothing<<<1, 1>>>();
  for (const cublasLtEpilogue_t epilogue :
       {CUBLASLT_EPILOGUE_DEFAULT, CUBLASLT_EPILOGUE_RELU, CUBLASLT_EPILOGUE_RELU_AUX, CUBLASLT_EPILOGUE_BIAS,
        CUBLASLT_EPILOGUE_RELU_BIAS, CUBLASLT_EPILOGUE_RELU_AUX_BIAS, CUBLASLT_EPILOGUE_DRELU,
        CUBLASLT_EPILOGUE_DRELU_BGRAD, CUBLASLT_EPILOGUE_GELU, CUBLASLT_EPILOGUE_GELU_AUX, CUBLASLT_EPILOGUE_GELU_BIAS,
        CUBLASLT_EPILOGUE_GELU_AUX_BIAS, CUBLASLT_EPILOGUE_DGELU, CUBLASLT_EPILOGUE_DGELU_BGRAD,
        CUBLASLT_EPILOGUE_BGRADA, CUBLASLT_EPILOGUE_BGRADB}) {
    compare<float, float>("float", epilogue, false, false, 1e-3);
    compare<float, float>("float", epilogue, true, false, 1e-3);
    compare<float, float>("float", epilogue, true, true, 1e-3);
    compare<__half, __half>("half", epilogue, true, false, 2e-2);
    compare<__nv_bfloat16, __nv_bfloat16>("bf16", epilogue, false, false, 1e-1);
    compare<__nv_fp8_e4m3, __nv_bfloat16>("fp8", epilogue, true, false, 1e-1);
  }
  CHECK(cublasLtDestroy(handle));
}
