// Plane rotations and their parameters, of the host's and of the device's; gemvBatched, trttp and tpttr, gemm3m.
// CLEAN
// STDOUT: ^rotg 5.0 1.7 0.6 0.8; on the device 5.0 1.7 0.6 0.8$
// STDOUT: ^crotg 5.0 0.0 0.6 0.0 0.8$
// STDOUT: ^rotmg 1 0.72 1.44 2.50; 0.50 0.50$
// STDOUT: ^rotm 8 -1$
// STDOUT: ^csrot 4 1 -3 2; crot -1 2 -1 -2$
// STDOUT: ^gemv 5 11 50 110$
// STDOUT: ^packed 1 2 3 4 5 6; 1 2 3 0 4 5 0 0 6$
// STDOUT: ^gemm3m -1 3$
// COMPILE: -lcublas
#include <cublas_v2.h>

#include <cstdio>
#include <cstring>

template <class T>
T* on_device(const T* from, int n) {
  T* to;
  cudaMalloc(&to, n * sizeof(T));
  cudaMemcpy(to, from, n * sizeof(T), cudaMemcpyHostToDevice);
  return to;
}
template <class T>
void get(T* to, const T* from, int n) {
  cudaMemcpy(to, from, n * sizeof(T), cudaMemcpyDeviceToHost);
}

int main() {
  cublasHandle_t handle;
  cublasCreate(&handle);

  float a = 3, b = 4, c, s;
  cublasSrotg(handle, &a, &b, &c, &s);
  printf("rotg %.1f %.1f %.1f %.1f; ", a, b, c, s);
  const float three_four[] = {3, 4};
  float* numbers = on_device(three_four, 2);
  float* results;
  cudaMalloc(&results, 2 * sizeof(float));
  cublasSetPointerMode(handle, CUBLAS_POINTER_MODE_DEVICE);
  cublasSrotg(handle, numbers, numbers + 1, results, results + 1);
  cublasSetPointerMode(handle, CUBLAS_POINTER_MODE_HOST);
  float both[4];
  get(both, numbers, 2);
  get(both + 2, results, 2);
  printf("on the device %.1f %.1f %.1f %.1f\n", both[0], both[1], both[2], both[3]);

  cuComplex ca = {3, 0}, cb = {4, 0}, cs;
  cublasCrotg(handle, &ca, &cb, &c, &cs);
  printf("crotg %.1f %.1f %.1f %.1f %.1f\n", ca.x, ca.y, c, cs.y, cs.x);

  double d1 = 1, d2 = 1, x1 = 2, param[5];
  const double y1 = 1;
  cublasDrotmg(handle, &d1, &d2, &x1, &y1, param);
  printf("rotmg %d %.2f %.2f %.2f; %.2f %.2f\n", param[0] == 0, 0.9 * d1, 1.8 * d2, x1, -param[2], param[3]);

  // H = (1 1; -1 1) by its flag 1 and diagonal 2, 1: x = 2 x + y, y = -x + y.
  const float xs[] = {3, 3}, ys[] = {1, 2}, swaps[] = {1, 2, 0, 0, 1};
  float *x = on_device(xs, 2), *y = on_device(ys, 2), gx[2], gy[2];
  cublasSrotm(handle, 2, x, 1, y, -1, swaps);
  get(gx, x, 2);
  get(gy, y, 2);
  printf("rotm %g %g\n", gx[0], gy[1]);

  const cuComplex one_two[] = {{1, 2}}, four_three[] = {{3, -1}};
  cuComplex *cx = on_device(one_two, 1), *cy = on_device(four_three, 1), gcx, gcy;
  const float cosine = 1, sine = 1;
  cublasCsrot(handle, 1, cx, 1, cy, 1, &cosine, &sine);
  get(&gcx, cx, 1);
  get(&gcy, cy, 1);
  printf("csrot %g %g %g %g; ", gcx.x, gcx.y, -(gcy.x + 1), gcy.y + 5);
  const float zero = 0;
  const cuComplex i = {0, 1};
  cudaMemcpy(cx, one_two, sizeof *cx, cudaMemcpyHostToDevice);
  cudaMemcpy(cy, one_two, sizeof *cy, cudaMemcpyHostToDevice);
  cublasCrot(handle, 1, cx, 1, cy, 1, &zero, &i);  // x = i y, y = i x
  get(&gcx, cx, 1);
  get(&gcy, cy, 1);
  printf("crot %g %g %g %g\n", gcx.x + 1, gcx.y + 1, gcy.x + 1, -(gcy.y + 1));

  // Two products; the second has ten times the vector.
  const float matrix[] = {1, 3, 2, 4}, vectors[] = {1, 2, 10, 20}, nothing[4] = {};
  float *m = on_device(matrix, 4), *v = on_device(vectors, 4), *r = on_device(nothing, 4), result[4];
  const float *as[] = {m, m}, *vs[] = {v, v + 2};
  float* rs[] = {r, r + 2};
  cublasSgemvBatched(handle, CUBLAS_OP_N, 2, 2, &cosine, on_device(as, 2), 2, on_device(vs, 2), 1, &zero,
                     on_device(rs, 2), 1, 2);
  get(result, r, 4);
  printf("gemv %g %g %g %g\n", result[0], result[1], result[2], result[3]);

  const float full[] = {1, -1, -1, 2, 3, -1, 4, 5, 6};
  float *square = on_device(full, 9), *packed, got[9];
  cudaMalloc(&packed, 6 * sizeof(float));
  cublasStrttp(handle, CUBLAS_FILL_MODE_UPPER, 3, square, 3, packed);
  get(got, packed, 6);
  printf("packed %g %g %g %g %g %g; ", got[0], got[1], got[2], got[3], got[4], got[5]);
  cudaMemset(square, 0, 9 * sizeof(float));
  cublasStpttr(handle, CUBLAS_FILL_MODE_LOWER, 3, packed, square, 3);
  get(got, square, 9);
  printf("%g %g %g %g %g %g %g %g %g\n", got[0], got[1], got[2], got[3], got[4], got[5], got[6], got[7], got[8]);

  const cuComplex z = {1, 1}, w = {1, 2}, unit = {1, 0}, none = {0, 0};
  cuComplex *dz = on_device(&z, 1), *dw = on_device(&w, 1), *dc = on_device(&none, 1), product;
  cublasCgemm3m(handle, CUBLAS_OP_N, CUBLAS_OP_N, 1, 1, 1, &unit, dz, 1, dw, 1, &none, dc, 1);
  get(&product, dc, 1);
  printf("gemm3m %g %g\n", product.x, product.y);
  cublasDestroy(handle);
}
