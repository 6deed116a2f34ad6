// Operations on vectors, and on a matrix and a vector, are those of plain loops, with increments of both signs; results come
// to the host or stay on the device.
// CLEAN
// COMPILE: -lcublas
#include <cublas_v2.h>

#include <cmath>
#include <complex>
#include <cstdio>
#include <cstdlib>
#include <vector>

#define CHECK(call)                                                                  \
  do {                                                                               \
    const int status = static_cast<int>(call);                                       \
    if (status != 0) printf("line %d: status %d\n", __LINE__, status), std::exit(1); \
  } while (0)

using Number = std::complex<double>;
constexpr int n = 6, most = 20;
cublasHandle_t handle;

__global__ void nothing() {}

struct Values {
  std::vector<Number> host = std::vector<Number>(most);
  cuDoubleComplex* device;
  explicit Values(int seed) {
    for (int i = 0; i < most; ++i) host[i] = Number((i * 5 + seed) % 7 - 3, (i + seed) % 3 - 1);
    CHECK(cudaMalloc(&device, most * sizeof(Number)));
    CHECK(cublasSetVector(most, sizeof(Number), host.data(), 1, device, 1));
  }
  ~Values() { cudaFree(device); }
  void expect(const char* what, const std::vector<Number>& wanted) const {
    std::vector<Number> now(most);
    CHECK(cublasGetVector(most, sizeof(Number), device, 1, now.data(), 1));
    for (int i = 0; i < most; ++i) {
      if (std::abs(now[i] - wanted[i]) > 1e-12 * (1 + std::abs(wanted[i]))) {
        printf("%s: [%d] is %g + %gi, not %g + %gi\n", what, i, now[i].real(), now[i].imag(), wanted[i].real(),
               wanted[i].imag());
        return;
      }
    }
  }
};

int place(int i, int increment) { return increment > 0 ? i * increment : (i - n + 1) * increment; }

int main() {
  CHECK(cublasCreate(&handle));
  nothing<<<1, 1>>>();
  const Number alpha(2, 1), beta(-1, 1);
  const auto* const pa = reinterpret_cast<const cuDoubleComplex*>(&alpha);
  const auto* const pb = reinterpret_cast<const cuDoubleComplex*>(&beta);
  for (int incx : {1, 3, -2}) {
    for (int incy : {1, -3, 2}) {
      Values x(1), y(2);
      std::vector<Number> wanted = y.host;
      for (int i = 0; i < n; ++i) wanted[place(i, incy)] += alpha * x.host[place(i, incx)];
      CHECK(cublasZaxpy(handle, n, pa, x.device, incx, y.device, incy));
      y.expect("axpy", wanted);
      Number dot, plain = 0, conjugated = 0;
      for (int i = 0; i < n; ++i) {
        plain += x.host[place(i, incx)] * wanted[place(i, incy)];
        conjugated += std::conj(x.host[place(i, incx)]) * wanted[place(i, incy)];
      }
      CHECK(cublasZdotu(handle, n, x.device, incx, y.device, incy, reinterpret_cast<cuDoubleComplex*>(&dot)));
      if (std::abs(dot - plain) > 1e-12) printf("dotu\n");
      CHECK(cublasZdotc(handle, n, x.device, incx, y.device, incy, reinterpret_cast<cuDoubleComplex*>(&dot)));
      if (std::abs(dot - conjugated) > 1e-12) printf("dotc\n");
      std::vector<Number> other = x.host;
      for (int i = 0; i < n; ++i) std::swap(other[place(i, incx)], wanted[place(i, incy)]);
      CHECK(cublasZswap(handle, n, x.device, incx, y.device, incy));
      x.expect("swap, x", other);
      y.expect("swap, y", wanted);
      for (int i = 0; i < n; ++i) wanted[place(i, incy)] = other[place(i, incx)];
      CHECK(cublasZcopy(handle, n, x.device, incx, y.device, incy));
      y.expect("copy", wanted);

      // A is 4 × 3 with a leading dimension of 5, or 3 × 4.
      for (cublasOperation_t trans : {CUBLAS_OP_N, CUBLAS_OP_T, CUBLAS_OP_C}) {
        Values a(5), v(3), w(4);
        const int columns = trans == CUBLAS_OP_N ? 3 : 4, rows = trans == CUBLAS_OP_N ? 4 : 3;
        const auto at = [](int i, int inc, int count) { return inc > 0 ? i * inc : (i - count + 1) * inc; };
        std::vector<Number> result = w.host;
        for (int i = 0; i < rows; ++i) {
          Number sum = 0;
          for (int j = 0; j < columns; ++j) {
            const Number element = trans == CUBLAS_OP_N ? a.host[j * 5 + i] : a.host[i * 5 + j];
            sum += (trans == CUBLAS_OP_C ? std::conj(element) : element) * v.host[at(j, incx, columns)];
          }
          Number& to = result[at(i, incy, rows)];
          to = alpha * sum + beta * to;
        }
        CHECK(cublasZgemv(handle, trans, 4, 3, pa, a.device, 5, v.device, incx, pb, w.device, incy));
        w.expect("gemv", result);

        for (cublasFillMode_t uplo : {CUBLAS_FILL_MODE_LOWER, CUBLAS_FILL_MODE_UPPER}) {
          for (cublasDiagType_t diag : {CUBLAS_DIAG_NON_UNIT, CUBLAS_DIAG_UNIT}) {
            Values u(6);
            const std::vector<Number> before = u.host;
            CHECK(cublasZtrmv(handle, uplo, trans, diag, 3, a.device, 5, u.device, incx));
            std::vector<Number> product = before;
            for (int i = 0; i < 3; ++i) {
              Number sum = 0;
              for (int j = 0; j < 3; ++j) {
                const int row = trans == CUBLAS_OP_N ? i : j, column = trans == CUBLAS_OP_N ? j : i;
                if (uplo == CUBLAS_FILL_MODE_UPPER ? row > column : row < column) continue;
                Number element = a.host[column * 5 + row];
                if (trans == CUBLAS_OP_C) element = std::conj(element);
                if (i == j && diag == CUBLAS_DIAG_UNIT) element = 1;
                sum += element * before[at(j, incx, 3)];
              }
              product[at(i, incx, 3)] = sum;
            }
            u.expect("trmv", product);
            if (diag == CUBLAS_DIAG_UNIT) {  // Others may be singular.
              CHECK(cublasZtrsv(handle, uplo, trans, diag, 3, a.device, 5, u.device, incx));
              u.expect("trsv", before);
            }
          }
        }
      }
      Values a(5), v(3), w(4);
      std::vector<Number> result = a.host;
      for (int j = 0; j < 3; ++j) {
        for (int i = 0; i < 4; ++i) {
          result[j * 5 + i] += alpha * v.host[incx > 0 ? i * incx : (i - 3) * incx] *
                               std::conj(w.host[incy > 0 ? j * incy : (j - 2) * incy]);
        }
      }
      CHECK(cublasZgerc(handle, 4, 3, pa, v.device, incx, w.device, incy, a.device, 5));
      a.expect("gerc", result);
    }
  }

  const float host[6] = {1, -5, 2, 5, 0.5f, -0.5f};
  float *x, *y;
  CHECK(cudaMalloc(&x, sizeof(host)));
  CHECK(cudaMalloc(&y, 4 * sizeof(float)));
  CHECK(cudaMemcpy(x, host, sizeof(host), cudaMemcpyHostToDevice));
  float sum, norm, result[4];
  int largest, smallest;
  CHECK(cublasSasum(handle, 6, x, 1, &sum));
  CHECK(cublasSnrm2(handle, 2, x + 2, 1, &norm));
  CHECK(cublasIsamax(handle, 6, x, 1, &largest));
  CHECK(cublasIsamin(handle, 6, x, 1, &smallest));
  if (sum != 14 || norm != std::sqrt(29.f) || largest != 2 || smallest != 5) printf("sums\n");
  const float c = 0.6f, s = 0.8f;
  CHECK(cublasSrot(handle, 2, x, 1, x + 2, 1, &c, &s));
  CHECK(cublasSetPointerMode(handle, CUBLAS_POINTER_MODE_DEVICE));
  CHECK(cublasSasum(handle, 2, x + 4, 1, y));
  CHECK(cublasSdot(handle, 2, x, 1, x, 1, y + 1));
  CHECK(cublasSscal(handle, 2, y, x + 4, 1));  // By the sum, which is 1.
  CHECK(cublasSetPointerMode(handle, CUBLAS_POINTER_MODE_HOST));
  CHECK(cublasSscal(handle, 2, &c, y, 1));
  CHECK(cudaMemcpy(result, y, 2 * sizeof(float), cudaMemcpyDeviceToHost));
  if (result[0] != 0.6f || std::fabs(result[1] - 0.6f * (2.2f * 2.2f + 1)) > 1e-5f) printf("results of the device\n");

  // Half, by functions that are told the types.
  const __half halves[4] = {__half(1.f), __half(2.f), __half(3.f), __half(4.f)};
  __half *u, *v, got[2];
  CHECK(cudaMalloc(&u, sizeof(halves)));
  CHECK(cudaMalloc(&v, sizeof(halves)));
  CHECK(cudaMemcpy(u, halves, sizeof(halves), cudaMemcpyHostToDevice));
  CHECK(cudaMemcpy(v, halves, sizeof(halves), cudaMemcpyHostToDevice));
  const float three = 3;
  const cudaDataType half = CUDA_R_16F, single = CUDA_R_32F;
  CHECK(cublasAxpyEx(handle, 2, &three, single, u, half, -2, v, half, 1, single));  // v: 1 + 3 * 3, 2 + 3 * 1.
  CHECK(cublasScalEx(handle, 1, &three, single, v, half, 1, single));
  CHECK(cublasDotEx(handle, 2, u, half, 1, v, half, 1, &got[0], half, single));
  CHECK(cublasNrm2Ex(handle, 2, u + 2, half, 1, &got[1], half, single));
  if (__half2float(got[0]) != 40 || __half2float(got[1]) != 5) printf("of half\n");
  CHECK(cublasDestroy(handle));
}
