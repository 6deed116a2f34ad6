// cuBLASXt: products of the host's matrices and of the device's, transposed or not, with leading dimensions that are larger
// than they must be.
// CLEAN
// STDOUT: ^all right$
// COMPILE: -lcublas
// NEEDS: /usr/lib/x86_64-linux-gnu/libopenblas.so.0
#include <cublasXt.h>

#include <cmath>
#include <cstdio>
#include <vector>

__global__ void nothing() {}

static bool right = true;

#define CHECK(condition) \
  if (!(condition)) right = false, std::printf("%s, line %d\n", #condition, __LINE__)

constexpr size_t m = 5, n = 4, k = 3, ld = 7;

static double element(const std::vector<double>& x, cublasOperation_t op, size_t row, size_t column) {
  return op == CUBLAS_OP_N ? x[column * ld + row] : x[row * ld + column];
}

int main() {
  nothing<<<1, 1>>>();
  cublasXtHandle_t handle;
  CHECK(cublasXtCreate(&handle) == CUBLAS_STATUS_SUCCESS);
  int device = 0, block = 0;
  CHECK(cublasXtDeviceSelect(handle, 1, &device) == CUBLAS_STATUS_SUCCESS);
  CHECK(cublasXtSetBlockDim(handle, 64) == CUBLAS_STATUS_SUCCESS);
  CHECK(cublasXtGetBlockDim(handle, &block) == CUBLAS_STATUS_SUCCESS && block == 64);

  std::vector<double> a(ld * 5), b(ld * 5);
  for (size_t i = 0; i < a.size(); ++i) a[i] = double(i * i % 11), b[i] = double(i % 7) - 2;
  const double alpha = 2, beta = 0.5;
  for (const cublasOperation_t op_a : {CUBLAS_OP_N, CUBLAS_OP_T}) {
    for (const cublasOperation_t op_b : {CUBLAS_OP_N, CUBLAS_OP_T}) {
      for (const bool on_device : {false, true}) {
        std::vector<double> c(ld * n, 3);
        double* memory = nullptr;
        if (on_device) {
          cudaMalloc(&memory, c.size() * sizeof *memory);
          cudaMemcpy(memory, c.data(), c.size() * sizeof *memory, cudaMemcpyHostToDevice);
        }
        CHECK(cublasXtDgemm(handle, op_a, op_b, m, n, k, &alpha, a.data(), ld, b.data(), ld, &beta,
                            on_device ? memory : c.data(), ld) == CUBLAS_STATUS_SUCCESS);
        if (on_device) cudaMemcpy(c.data(), memory, c.size() * sizeof *memory, cudaMemcpyDeviceToHost);
        cudaFree(memory);
        for (size_t column = 0; column < n; ++column) {
          for (size_t row = 0; row < ld; ++row) {
            double wanted = row < m ? 1.5 : 3;
            for (size_t i = 0; i < k && row < m; ++i) wanted += 2 * element(a, op_a, row, i) * element(b, op_b, i, column);
            CHECK(std::fabs(c[column * ld + row] - wanted) < 1e-9);
          }
        }
      }
    }
  }
  CHECK(cublasXtDestroy(handle) == CUBLAS_STATUS_SUCCESS);
  std::puts(right ? "all right" : "wrong");
}
