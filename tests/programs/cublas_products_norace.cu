// Products of matrices of all types, orientations and kinds of batches are those of plain loops. What lies between the
// columns of a matrix, and C if beta is 0, is not touched.
// CLEAN
// NEEDS: /usr/lib/x86_64-linux-gnu/libopenblas.so.0
// COMPILE: -lcublas
#include <cublas_v2.h>

#include <cmath>
#include <complex>
#include <cstdio>
#include <cstdlib>
#include <vector>

#define CHECK(call)                                                                    \
  do {                                                                                 \
    const int status = static_cast<int>(call);                                         \
    if (status != 0) printf("line %d: status %d\n", __LINE__, status), std::exit(1);   \
  } while (0)

constexpr int m = 7, n = 5, k = 9, ld = 11, batch = 3, area = ld * ld;
cublasHandle_t handle;

__global__ void scale(float* values) { values[threadIdx.x] *= 2; }

template <class T>
std::complex<double> number(T value) {
  if constexpr (sizeof(T) == sizeof(cuDoubleComplex) || std::is_same_v<T, cuComplex>) {
    return {value.x, value.y};
  } else {
    return static_cast<double>(static_cast<float>(value));
  }
}
template <class T>
T element(int i) {
  const float re = static_cast<float>(i % 7) - 3, im = static_cast<float>(i % 3) - 1;
  if constexpr (sizeof(T) == sizeof(cuDoubleComplex) || std::is_same_v<T, cuComplex>) {
    return T{re, im};
  } else {
    return T(re);
  }
}

template <class T>
struct Matrices {
  std::vector<T> host;
  T* device;
  explicit Matrices(int seed) {
    for (int i = 0; i < batch * area; ++i) host.push_back(element<T>(i * 5 + seed));
    CHECK(cudaMalloc(&device, host.size() * sizeof(T)));
    CHECK(cudaMemcpy(device, host.data(), host.size() * sizeof(T), cudaMemcpyHostToDevice));
  }
  ~Matrices() { cudaFree(device); }
  void fetch() { CHECK(cudaMemcpy(host.data(), device, host.size() * sizeof(T), cudaMemcpyDeviceToHost)); }
};

template <class T>
std::complex<double> at(const std::vector<T>& matrix, cublasOperation_t op, int which, int i, int j) {
  if (op == CUBLAS_OP_N) return number(matrix[which * area + j * ld + i]);
  const auto value = number(matrix[which * area + i * ld + j]);
  return op == CUBLAS_OP_C ? std::conj(value) : value;
}

// `multiply` is given C and the addresses; `matrices` of the batch are compared.
template <class A, class C, class Multiply>
void compare(const char* what, int matrices, std::complex<double> alpha, std::complex<double> beta, Multiply multiply) {
  const cublasOperation_t operations[] = {CUBLAS_OP_N, CUBLAS_OP_T, CUBLAS_OP_C};
  for (cublasOperation_t ta : operations) {
    for (cublasOperation_t tb : operations) {
      Matrices<A> a(1), b(2);
      Matrices<C> c(3);
      const std::vector<C> old = c.host;
      multiply(ta, tb, a.device, b.device, c.device);
      c.fetch();
      double worst = 0;
      for (int which = 0; which < batch; ++which) {
        for (int j = 0; j < ld; ++j) {
          for (int i = 0; i < ld; ++i) {
            std::complex<double> wanted = number(old[which * area + j * ld + i]);
            if (i < m && j < n && which < matrices) {
              std::complex<double> sum = 0;
              for (int l = 0; l < k; ++l) sum += at(a.host, ta, which, i, l) * at(b.host, tb, which, l, j);
              wanted = alpha * sum + beta * wanted;
            }
            worst = std::fmax(worst, std::abs(wanted - number(c.host[which * area + j * ld + i])));
          }
        }
      }
      if (worst > 1e-3) printf("%s %d %d: off by %g\n", what, ta, tb, worst);
    }
  }
}

template <class T, class Gemm, class Batched, class Strided>
void compare_all(const char* what, Gemm gemm, Batched batched, Strided strided) {
  const T alpha = element<T>(5), beta = element<T>(4);
  compare<T, T>(what, 1, number(alpha), number(beta), [&](auto ta, auto tb, T* a, T* b, T* c) {
    CHECK(gemm(handle, ta, tb, m, n, k, &alpha, a, ld, b, ld, &beta, c, ld));
  });
  compare<T, T>(what, batch, number(alpha), number(beta), [&](auto ta, auto tb, T* a, T* b, T* c) {
    CHECK(strided(handle, ta, tb, m, n, k, &alpha, a, ld, area, b, ld, area, &beta, c, ld, area, batch));
  });
  compare<T, T>(what, batch, number(alpha), number(beta), [&](auto ta, auto tb, T* a, T* b, T* c) {
    T* addresses[3][batch];
    for (int i = 0; i < batch; ++i) {
      addresses[0][i] = a + i * area;
      addresses[1][i] = b + i * area;
      addresses[2][i] = c + i * area;
    }
    T** device;
    CHECK(cudaMalloc(&device, sizeof(addresses)));
    CHECK(cudaMemcpy(device, addresses, sizeof(addresses), cudaMemcpyHostToDevice));
    CHECK(batched(handle, ta, tb, m, n, k, &alpha, device, ld, device + batch, ld, &beta, device + 2 * batch, ld,
                  batch));
    CHECK(cudaFree(device));
  });
}

template <class A, class C, class S>
void compare_ex(const char* what, cudaDataType a_type, cudaDataType c_type, cublasComputeType_t compute, S alpha,
                S beta) {
  compare<A, C>(what, 1, number(alpha), number(beta), [&](auto ta, auto tb, A* a, A* b, C* c) {
    CHECK(cublasGemmEx(handle, ta, tb, m, n, k, &alpha, a, a_type, ld, b, a_type, ld, &beta, c, c_type, ld, compute,
                       CUBLAS_GEMM_DEFAULT));
  });
  compare<A, C>(what, batch, number(alpha), number(beta), [&](auto ta, auto tb, A* a, A* b, C* c) {
    CHECK(cublasGemmStridedBatchedEx(handle, ta, tb, m, n, k, &alpha, a, a_type, ld, area, b, a_type, ld, area, &beta,
                                     c, c_type, ld, area, batch, compute, CUBLAS_GEMM_DEFAULT_TENSOR_OP));
  });
}

int main() {
  CHECK(cublasCreate(&handle));
  compare_all<float>("S", cublasSgemm, cublasSgemmBatched, cublasSgemmStridedBatched);
  compare_all<double>("D", cublasDgemm, cublasDgemmBatched, cublasDgemmStridedBatched);
  compare_all<cuComplex>("C", cublasCgemm, cublasCgemmBatched, cublasCgemmStridedBatched);
  compare_all<cuDoubleComplex>("Z", cublasZgemm, cublasZgemmBatched, cublasZgemmStridedBatched);
  compare_all<__half>("H", cublasHgemm, cublasHgemmBatched, cublasHgemmStridedBatched);
  compare_all<float>("S_64", cublasSgemm_64, cublasSgemmBatched_64, cublasSgemmStridedBatched_64);
  compare_ex<__half, __half>("half", CUDA_R_16F, CUDA_R_16F, CUBLAS_COMPUTE_16F, __half(2.f), __half(1.f));
  compare_ex<__half, __half>("half, float sums", CUDA_R_16F, CUDA_R_16F, CUBLAS_COMPUTE_32F, 2.f, 1.f);
  compare_ex<__half, float>("half to float", CUDA_R_16F, CUDA_R_32F, CUBLAS_COMPUTE_32F, 2.f, 3.f);
  compare_ex<__nv_bfloat16, __nv_bfloat16>("bf16", CUDA_R_16BF, CUDA_R_16BF, CUBLAS_COMPUTE_32F, 1.f, 0.f);
  compare_ex<__nv_bfloat16, float>("bf16 to float", CUDA_R_16BF, CUDA_R_32F, CUBLAS_COMPUTE_32F, 2.f, 3.f);
  compare_ex<signed char, int>("int8", CUDA_R_8I, CUDA_R_32I, CUBLAS_COMPUTE_32I, 2, 3);
  compare_ex<float, float>("tf32", CUDA_R_32F, CUDA_R_32F, CUBLAS_COMPUTE_32F_FAST_TF32, 2.f, 3.f);
  compare_ex<double, double>("double", CUDA_R_64F, CUDA_R_64F, CUBLAS_COMPUTE_64F, 2., 3.);

  // beta is 0: C need not have been written.
  float *a, *b, *c;
  CHECK(cudaMalloc(&a, 4 * sizeof(float)));
  CHECK(cudaMalloc(&b, 4 * sizeof(float)));
  CHECK(cudaMalloc(&c, 4 * sizeof(float)));
  const float one = 1, zero = 0, values[4] = {1, 2, 3, 4}, bad[4] = {NAN, NAN, NAN, NAN};
  CHECK(cudaMemcpy(a, values, sizeof(values), cudaMemcpyHostToDevice));
  CHECK(cudaMemcpy(b, values, sizeof(values), cudaMemcpyHostToDevice));
  CHECK(cublasSgemm_v2(handle, CUBLAS_OP_N, CUBLAS_OP_N, 2, 2, 2, &one, a, 2, b, 2, &zero, c, 2));
  CHECK(cudaMemcpy(c, bad, sizeof(bad), cudaMemcpyHostToDevice));
  CHECK(cublasSgemm(handle, CUBLAS_OP_N, CUBLAS_OP_N, 2, 2, 2, &one, a, 2, b, 2, &zero, c, 2));
  scale<<<1, 4>>>(c);
  float result[4];
  CHECK(cublasGetMatrix(2, 2, sizeof(float), c, 2, result, 2));
  if (result[0] != 14 || result[1] != 20 || result[2] != 30 || result[3] != 44) printf("the last product is wrong\n");

  // As before CUDA 11; and alpha and beta on the device.
  CHECK(cublasGemmEx(handle, CUBLAS_OP_N, CUBLAS_OP_N, 2, 2, 2, &one, a, CUDA_R_32F, 2, b, CUDA_R_32F, 2, &zero, c,
                     CUDA_R_32F, 2, CUDA_R_32F, CUBLAS_GEMM_DFALT));
  float* scalars;
  CHECK(cudaMalloc(&scalars, 2 * sizeof(float)));
  const float both[2] = {2, 0};
  CHECK(cudaMemcpy(scalars, both, sizeof(both), cudaMemcpyHostToDevice));
  CHECK(cublasSetPointerMode(handle, CUBLAS_POINTER_MODE_DEVICE));
  CHECK(cublasSgemm(handle, CUBLAS_OP_T, CUBLAS_OP_N, 2, 2, 2, scalars, a, 2, b, 2, scalars + 1, c, 2));
  CHECK(cublasGetVector(4, sizeof(float), c, 1, result, 1));
  if (result[0] != 10 || result[1] != 22 || result[2] != 22 || result[3] != 50) printf("scalars of the device\n");
  CHECK(cublasDestroy(handle));
}
