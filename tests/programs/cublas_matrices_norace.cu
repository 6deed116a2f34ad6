// Operations on symmetric, triangular and diagonal matrices, and sums, are those of plain loops. Only one triangle is read
// and written: the other one was never written.
// CLEAN
// NEEDS: /usr/lib/x86_64-linux-gnu/libopenblas.so.0
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
constexpr int m = 6, n = 4, k = 5, ld = 8;
cublasHandle_t handle;

__global__ void nothing() {}

struct Matrix {
  std::vector<Number> host = std::vector<Number>(ld * ld);
  cuDoubleComplex* device;
  // Writes the elements for which `is_there` holds, and no others, to the device.
  template <class IsThere>
  Matrix(int seed, IsThere is_there) {
    for (int i = 0; i < ld * ld; ++i) host[i] = Number((i * 5 + seed) % 7 - 3, (i + seed) % 3 - 1);
    for (int i = 0; i < ld; ++i) host[i * ld + i] = Number(9 + i, 0);
    CHECK(cudaMalloc(&device, host.size() * sizeof(Number)));
    for (int j = 0; j < ld; ++j) {
      for (int i = 0; i < ld; ++i) {
        if (is_there(i, j)) {
          CHECK(cudaMemcpy(device + j * ld + i, &host[j * ld + i], sizeof(Number), cudaMemcpyHostToDevice));
        }
      }
    }
  }
  ~Matrix() { cudaFree(device); }
  const Number& operator()(int i, int j) const { return host[j * ld + i]; }
  Number at(cublasOperation_t op, int i, int j) const {
    return op == CUBLAS_OP_N ? (*this)(i, j) : op == CUBLAS_OP_T ? (*this)(j, i) : std::conj((*this)(j, i));
  }
  template <class Wanted>
  void expect(const char* what, Wanted wanted, int rows, int columns) const {
    std::vector<Number> now(ld * ld);
    for (int j = 0; j < columns; ++j) {
      CHECK(cudaMemcpy(&now[j * ld], device + j * ld, rows * sizeof(Number), cudaMemcpyDeviceToHost));
      for (int i = 0; i < rows; ++i) {
        const Number value = wanted(i, j);
        if (std::abs(now[j * ld + i] - value) > 1e-9 * (1 + std::abs(value))) {
          printf("%s: (%d, %d) is %g + %gi, not %g + %gi\n", what, i, j, now[j * ld + i].real(),
                 now[j * ld + i].imag(), value.real(), value.imag());
          return;
        }
      }
    }
  }
};

auto everywhere() {
  return [](int, int) { return true; };
}
bool in_triangle(cublasFillMode_t uplo, int i, int j) { return uplo == CUBLAS_FILL_MODE_UPPER ? i <= j : i >= j; }
auto triangle(cublasFillMode_t uplo, int size, bool diagonal = true) {
  return [=](int i, int j) { return i < size && j < size && in_triangle(uplo, i, j) && (diagonal || i != j); };
}

int main() {
  CHECK(cublasCreate(&handle));
  nothing<<<1, 1>>>();
  const Number alpha(2, 1), beta(-1, 1);
  const auto* const pa = reinterpret_cast<const cuDoubleComplex*>(&alpha);
  const auto* const pb = reinterpret_cast<const cuDoubleComplex*>(&beta);
  const cublasOperation_t operations[] = {CUBLAS_OP_N, CUBLAS_OP_T, CUBLAS_OP_C};

  for (cublasFillMode_t uplo : {CUBLAS_FILL_MODE_LOWER, CUBLAS_FILL_MODE_UPPER}) {
    for (cublasSideMode_t side : {CUBLAS_SIDE_LEFT, CUBLAS_SIDE_RIGHT}) {
      const bool left = side == CUBLAS_SIDE_LEFT;
      const int order = left ? m : n;
      for (bool hermitian : {false, true}) {
        Matrix a(1, triangle(uplo, order)), b(2, everywhere()), c(3, everywhere());
        const auto whole = [&](int i, int j) {
          return in_triangle(uplo, i, j) ? a(i, j) : hermitian ? std::conj(a(j, i)) : a(j, i);
        };
        CHECK((hermitian ? cublasZhemm : cublasZsymm)(handle, side, uplo, m, n, pa, a.device, ld, b.device, ld, pb,
                                                      c.device, ld));
        c.expect(hermitian ? "hemm" : "symm", [&](int i, int j) {
          Number sum = 0;
          for (int l = 0; l < order; ++l) sum += left ? whole(i, l) * b(l, j) : b(i, l) * whole(l, j);
          return alpha * sum + beta * c(i, j);
        }, m, n);
      }
      for (cublasOperation_t trans : operations) {
        for (cublasDiagType_t diag : {CUBLAS_DIAG_NON_UNIT, CUBLAS_DIAG_UNIT}) {
          const bool unit = diag == CUBLAS_DIAG_UNIT;
          Matrix a(1, triangle(uplo, order, !unit)), b(2, everywhere()), c(3, [](int, int) { return false; });
          const auto of_a = [&](int i, int j) -> Number {
            const int row = trans == CUBLAS_OP_N ? i : j, column = trans == CUBLAS_OP_N ? j : i;
            if (!in_triangle(uplo, row, column)) return 0;
            return unit && i == j ? 1 : a.at(trans, i, j);
          };
          const auto product = [&](const Matrix& x, int i, int j) {
            Number sum = 0;
            for (int l = 0; l < order; ++l) sum += left ? of_a(i, l) * x(l, j) : x(i, l) * of_a(l, j);
            return alpha * sum;
          };
          CHECK(cublasZtrmm(handle, side, uplo, trans, diag, m, n, pa, a.device, ld, b.device, ld, c.device, ld));
          c.expect("trmm", [&](int i, int j) { return product(b, i, j); }, m, n);
          // The solution of what was multiplied: B, but for alpha.
          const Number one = 1. / (alpha * alpha) * alpha;
          CHECK(cublasZtrsm(handle, side, uplo, trans, diag, m, n, reinterpret_cast<const cuDoubleComplex*>(&one),
                            a.device, ld, c.device, ld));
          c.expect("trsm", [&](int i, int j) { return b(i, j); }, m, n);
        }
      }
    }
    for (cublasOperation_t trans : operations) {
      Matrix a(1, everywhere()), b(2, everywhere()), c(3, triangle(uplo, m)), d(3, triangle(uplo, m));
      const bool hermitian = trans == CUBLAS_OP_C;
      const double real_alpha = 2, real_beta = 3;
      const auto sum = [&](const Matrix& x, const Matrix& y, int i, int j) {
        Number result = 0;
        for (int l = 0; l < k; ++l) {
          result += x.at(trans, i, l) * (trans == CUBLAS_OP_N ? y(j, l) : y(l, j));
        }
        return result;
      };
      const auto each = [&](const char* what, const Matrix& matrix, auto value) {
        for (int j = 0; j < m; ++j) {
          for (int i = 0; i < m; ++i) {
            if (!in_triangle(uplo, i, j)) continue;
            Number now;
            CHECK(cudaMemcpy(&now, matrix.device + j * ld + i, sizeof(now), cudaMemcpyDeviceToHost));
            if (std::abs(now - value(i, j)) > 1e-9 * (1 + std::abs(now))) printf("%s: (%d, %d)\n", what, i, j);
          }
        }
      };
      if (hermitian) {
        CHECK(cublasZherk(handle, uplo, trans, m, k, &real_alpha, a.device, ld, &real_beta, c.device, ld));
        each("herk", c, [&](int i, int j) { return real_alpha * sum(a, a, i, j) + real_beta * c(i, j); });
      } else {
        CHECK(cublasZsyrk(handle, uplo, trans, m, k, pa, a.device, ld, pb, c.device, ld));
        each("syrk", c, [&](int i, int j) { return alpha * sum(a, a, i, j) + beta * c(i, j); });
        CHECK(cublasZsyr2k(handle, uplo, trans, m, k, pa, a.device, ld, b.device, ld, pb, d.device, ld));
        each("syr2k", d, [&](int i, int j) {
          return alpha * (sum(a, b, i, j) + sum(b, a, i, j)) + beta * d(i, j);
        });
      }
    }
  }
  for (cublasOperation_t ta : operations) {
    for (cublasOperation_t tb : operations) {
      Matrix a(1, everywhere()), b(2, everywhere()), c(3, [](int, int) { return false; });
      CHECK(cublasZgeam(handle, ta, tb, m, n, pa, a.device, ld, pb, b.device, ld, c.device, ld));
      c.expect("geam", [&](int i, int j) { return alpha * a.at(ta, i, j) + beta * b.at(tb, i, j); }, m, n);
    }
  }
  for (cublasSideMode_t side : {CUBLAS_SIDE_LEFT, CUBLAS_SIDE_RIGHT}) {
    Matrix a(1, everywhere()), x(2, everywhere()), c(3, [](int, int) { return false; });
    CHECK(cublasZdgmm(handle, side, m, n, a.device, ld, x.device, 2, c.device, ld));
    c.expect("dgmm", [&](int i, int j) { return a(i, j) * x.host[2 * (side == CUBLAS_SIDE_LEFT ? i : j)]; }, m, n);
  }

  // Solves for a batch.
  float host[8] = {2, 1, 0, 4, 6, 11, 4, 2};
  float* device;
  CHECK(cudaMalloc(&device, sizeof(host)));
  CHECK(cudaMemcpy(device, host, sizeof(host), cudaMemcpyHostToDevice));
  float* addresses[4] = {device, device, device + 4, device + 6};
  float** arrays;
  CHECK(cudaMalloc(&arrays, sizeof(addresses)));
  CHECK(cudaMemcpy(arrays, addresses, sizeof(addresses), cudaMemcpyHostToDevice));
  const float one = 1;
  CHECK(cublasStrsmBatched(handle, CUBLAS_SIDE_LEFT, CUBLAS_FILL_MODE_LOWER, CUBLAS_OP_N, CUBLAS_DIAG_NON_UNIT, 2, 1,
                           &one, arrays, 2, arrays + 2, 2, 2));
  CHECK(cudaMemcpy(host, device, sizeof(host), cudaMemcpyDeviceToHost));
  if (host[4] != 3 || host[5] != 2 || host[6] != 2 || host[7] != 0) printf("trsmBatched\n");
  CHECK(cublasDestroy(handle));
}
