// cuBLAS' interface before version 2: scalars by value, letters, results as values, the process' own handle.
// CLEAN
// STDOUT: ^0 wrong$
// COMPILE: -lcublas
// NEEDS: /usr/lib/x86_64-linux-gnu/libopenblas.so.0
#include <cublas.h>

#include <cstdio>

static int wrong = 0;
#define EXPECT(...) \
  if (!(__VA_ARGS__)) std::printf("line %d\n", __LINE__), ++wrong

__global__ void fill(float* a, int n) {
  if (threadIdx.x < n) a[threadIdx.x] = threadIdx.x + 1;
}

int main() {
  EXPECT(cublasInit() == CUBLAS_STATUS_SUCCESS);
  float *a, *b, *c, host[4] = {1, 2, 3, 4}, back[4];
  for (float** array : {&a, &b, &c}) {
    EXPECT(cublasAlloc(4, sizeof(float), reinterpret_cast<void**>(array)) == CUBLAS_STATUS_SUCCESS);
  }
  fill<<<1, 4>>>(a, 4);
  EXPECT(cublasSetMatrix(2, 2, sizeof(float), host, 2, b, 2) == CUBLAS_STATUS_SUCCESS);
  cublasSgemm('n', 'T', 2, 2, 2, 2.0f, a, 2, b, 2, 0.0f, c, 2);  // 2 (1 3; 2 4) (1 2; 3 4)
  EXPECT(cublasGetError() == CUBLAS_STATUS_SUCCESS);
  cublasGetMatrix(2, 2, sizeof(float), c, 2, back, 2);
  EXPECT(back[0] == 20 && back[1] == 28 && back[2] == 28 && back[3] == 40);
  cublasStrmm('L', 'l', 'N', 'U', 2, 2, 1.0f, a, 2, c, 2);  // (1 0; 2 1) times it
  cublasGetVector(4, sizeof(float), c, 1, back, 1);
  EXPECT(back[0] == 20 && back[1] == 68 && back[2] == 28 && back[3] == 96);
  cublasSaxpy(4, -1.0f, a, 1, b, 1);
  EXPECT(cublasSdot(4, a, 1, a, 1) == 30 && cublasSasum(4, b, 1) == 0 && cublasIsamax(4, a, 1) == 4);
  cuDoubleComplex *z, number = {3, 4}, z_back;
  cudaMalloc(&z, sizeof(number));
  cublasSetVector(1, sizeof(number), &number, 1, z, 1);
  EXPECT(cublasDznrm2(1, z, 1) == 5 && cublasZdotc(1, z, 1, z, 1).x == 25 && cublasZdotu(1, z, 1, z, 1).y == 24);
  cublasZscal(1, {0, 1}, z, 1);
  cublasGetVector(1, sizeof(number), z, 1, &z_back, 1);
  EXPECT(z_back.x == -4 && z_back.y == 3);
  cudaStream_t stream;
  cudaStreamCreate(&stream);
  EXPECT(cublasSetKernelStream(stream) == CUBLAS_STATUS_SUCCESS);
  cudaDeviceSynchronize();
  fill<<<1, 4, 0, stream>>>(b, 4);
  cublasSswap(4, a, 1, b, 1);
  void (*const copy)(int, const float*, int, float*, int) = cublasScopy;
  copy(4, a, 1, c, 1);
  cudaStreamSynchronize(stream);
  for (float* const array : {a, b, c}) EXPECT(cublasFree(array) == CUBLAS_STATUS_SUCCESS);
  cudaFree(z);
  EXPECT(cublasShutdown() == CUBLAS_STATUS_SUCCESS);
  std::printf("%d wrong\n", wrong);
}
