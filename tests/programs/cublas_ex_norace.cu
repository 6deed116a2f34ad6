// cublas…Ex of complex numbers and with conjugates, rotations, and products in groups of which each has its own sizes, compared with
// sums on the host.
// CLEAN
// STDOUT: ^dotc 178\.44 -1\.60 dot -3\.96 178\.40 norm 9\.167\nrot 8\.1 11\.4 14\.7 18\.0 9\.3 10\.2 11\.1 12\.0 half 8\.1 9\.3\naxpy -1\.4 2\.3 -0\.2 5\.1\ngroups 0 0 0$
// COMPILE: -lcublas
// NEEDS: /usr/lib/x86_64-linux-gnu/libopenblas.so.0
#include <cublas_v2.h>
#include <cuda_fp16.h>

#include <cmath>
#include <cstdio>
#include <vector>

__global__ void nothing() {}

template <class T>
T* device(const std::vector<T>& values) {
  T* memory;
  cudaMalloc(&memory, values.size() * sizeof(T));
  cudaMemcpy(memory, values.data(), values.size() * sizeof(T), cudaMemcpyHostToDevice);
  return memory;
}
template <class T>
std::vector<T> host(const T* memory, size_t count) {
  std::vector<T> values(count);
  cudaMemcpy(values.data(), memory, count * sizeof(T), cudaMemcpyDeviceToHost);
  return values;
}

// Three products in two groups: those of the first are 2 x 3 times 3 x 4, that of the second transposed, 5 x 1 times 1 x 2.
template <class T>
struct Case {
  std::vector<int> m = {2, 5}, n = {4, 2}, k = {3, 1}, lda = {3, 1}, ldb = {3, 2}, ldc = {2, 6}, sizes = {2, 1};
  std::vector<cublasOperation_t> transa = {CUBLAS_OP_N, CUBLAS_OP_T}, transb = {CUBLAS_OP_N, CUBLAS_OP_T};
  std::vector<std::vector<T>> a, b, c;
  std::vector<T*> there_a, there_b, there_c;
  T **pointers_a, **pointers_b, **pointers_c;

  Case() {
    for (int i = 0; i < 3; ++i) {
      a.emplace_back();
      b.emplace_back();
      c.emplace_back();
      for (int j = 0; j < 12; ++j) {
        a[i].push_back(T(float(i + j % 5)));
        b[i].push_back(T(float(j % 3 - i)));
        c[i].push_back(T(float(j)));
      }
      there_a.push_back(device(a[i]));
      there_b.push_back(device(b[i]));
      there_c.push_back(device(c[i]));
    }
    pointers_a = device(there_a);
    pointers_b = device(there_b);
    pointers_c = device(there_c);
  }
  int wrong(float alpha0, float alpha1, float beta0, float beta1) const {
    int count = 0;
    for (int i = 0; i < 3; ++i) {
      const int g = i == 2;
      const std::vector<T> result = host(there_c[i], 12);
      for (int x = 0; x < n[g]; ++x) {
        for (int y = 0; y < m[g]; ++y) {
          float sum = 0;
          for (int j = 0; j < k[g]; ++j) {
            const T left = transa[g] == CUBLAS_OP_N ? a[i][y + j * lda[g]] : a[i][j + y * lda[g]];
            const T right = transb[g] == CUBLAS_OP_N ? b[i][j + x * ldb[g]] : b[i][x + j * ldb[g]];
            sum += float(left) * float(right);
          }
          const float want = (g ? alpha1 : alpha0) * sum + (g ? beta1 : beta0) * float(c[i][y + x * ldc[g]]);
          count += std::abs(float(result[y + x * ldc[g]]) - want) > 1e-3f;
        }
      }
    }
    return count;
  }
};

int main() {
  nothing<<<1, 1>>>();
  cublasHandle_t handle;
  cublasCreate(&handle);
  const std::vector<cuComplex> left = {{1.1f, 1.2f}, {2.3f, 2.4f}, {3.5f, 3.6f}, {4.7f, 4.8f}};
  const std::vector<cuComplex> right = {{5.1f, 5.2f}, {6.3f, 6.4f}, {7.5f, 7.6f}, {8.7f, 8.8f}};
  cuComplex *x = device(left), *y = device(right), dotc, dot;
  float norm;
  cublasDotcEx(handle, 4, x, CUDA_C_32F, 1, y, CUDA_C_32F, 1, &dotc, CUDA_C_32F, CUDA_C_32F);
  cublasDotEx(handle, 4, x, CUDA_C_32F, 1, y, CUDA_C_32F, 1, &dot, CUDA_C_32F, CUDA_C_32F);
  cublasNrm2Ex(handle, 4, x, CUDA_C_32F, 1, &norm, CUDA_R_32F, CUDA_R_32F);
  printf("dotc %.2f %.2f dot %.2f %.2f norm %.3f\n", dotc.x, dotc.y, dot.x, dot.y, norm);

  double c = 2.1, s = 1.2;
  double *a = device<double>({1, 2, 3, 4}), *b = device<double>({5, 6, 7, 8});
  cublasRotEx(handle, 4, a, CUDA_R_64F, 1, b, CUDA_R_64F, 1, &c, &s, CUDA_R_64F, CUDA_R_64F);
  printf("rot");
  for (const double value : host(a, 4)) printf(" %.1f", value);
  for (const double value : host(b, 4)) printf(" %.1f", value);
  __half *half_a = device<__half>({__half(1.0f)}), *half_b = device<__half>({__half(5.0f)});
  float half_c = 2.1f, half_s = 1.2f;
  cublasRotEx(handle, 1, half_a, CUDA_R_16F, 1, half_b, CUDA_R_16F, 1, &half_c, &half_s, CUDA_R_32F, CUDA_R_32F);
  printf(" half %.1f %.1f\naxpy", float(host(half_a, 1)[0]), float(host(half_b, 1)[0]));

  // Every other number backwards: y = i * x + y.
  const cuComplex factor = {0, 1};
  cuComplex* other = device<cuComplex>({{1, 0}, {9, 9}, {1, 4}});
  cublasAxpyEx(handle, 2, &factor, CUDA_C_32F, x, CUDA_C_32F, -1, other, CUDA_C_32F, 2, CUDA_C_32F);
  const std::vector<cuComplex> sums = host(other, 3);
  printf(" %.1f %.1f %.1f %.1f\n", sums[0].x, sums[0].y, sums[2].x, sums[2].y);

  const float alpha[] = {1, 2}, beta[] = {0, 3};
  const double wide_alpha[] = {1, 2}, wide_beta[] = {0, 3};
  Case<float> floats;
  Case<double> doubles;
  Case<__half> halves;
  cublasSgemmGroupedBatched(handle, floats.transa.data(), floats.transb.data(), floats.m.data(), floats.n.data(),
                            floats.k.data(), alpha, floats.pointers_a, floats.lda.data(), floats.pointers_b,
                            floats.ldb.data(), beta, floats.pointers_c, floats.ldc.data(), 2, floats.sizes.data());
  cublasDgemmGroupedBatched(handle, doubles.transa.data(), doubles.transb.data(), doubles.m.data(), doubles.n.data(),
                            doubles.k.data(), wide_alpha, doubles.pointers_a, doubles.lda.data(), doubles.pointers_b,
                            doubles.ldb.data(), wide_beta, doubles.pointers_c, doubles.ldc.data(), 2, doubles.sizes.data());
  cublasGemmGroupedBatchedEx(handle, halves.transa.data(), halves.transb.data(), halves.m.data(), halves.n.data(),
                             halves.k.data(), alpha, (void**)halves.pointers_a, CUDA_R_16F, halves.lda.data(),
                             (void**)halves.pointers_b, CUDA_R_16F, halves.ldb.data(), beta, (void**)halves.pointers_c,
                             CUDA_R_16F, halves.ldc.data(), 2, halves.sizes.data(), CUBLAS_COMPUTE_32F);
  printf("groups %d %d %d", floats.wrong(1, 2, 0, 3), doubles.wrong(1, 2, 0, 3), halves.wrong(1, 2, 0, 3));
}
