// What is wrong with calls of cuBLAS before version 2, and a kernel that races with one: at the caller's line.
// FINDING: api-error error none none *@early message="cublasSgemm: its handle is null"
// FINDING: api-error error none none *@letter message="cublasSgemm: transa is no operation"
// FINDING: api-error error none none *@lda message="cublasSgemv: lda is 1, less than m, which is 2"
// FINDING: api-error error none none *@far message="cublasSscal: its x \(32 bytes\) goes 16 bytes past the end of the 16 bytes"
// FINDING: race error global stream write@fill read@product object=a
// FINDING: api-error error none none *@twice message="cublasShutdown: cublasInit was not called"
// STDOUT: ^1 7 7 13 0 1 1 $
// COMPILE: -lcublas
// NEEDS: /usr/lib/x86_64-linux-gnu/libopenblas.so.0
#include <cublas.h>

#include <cstdio>

__global__ void fill(float* a) {
  a[threadIdx.x] = threadIdx.x;  // @fill
}

int main() {
  float *a, *b;
  cudaMalloc(&a, 4 * sizeof(float));
  cudaMalloc(&b, 4 * sizeof(float));
  cudaMemset(a, 0, 4 * sizeof(float));
  cublasSgemm('n', 'n', 2, 2, 2, 1, a, 2, a, 2, 0, b, 2);  // @early
  std::printf("%d ", cublasGetError());
  cublasInit();
  cublasSgemm('x', 'n', 2, 2, 2, 1, a, 2, a, 2, 0, b, 2);  // @letter
  std::printf("%d ", cublasGetError());
  cublasSgemv('n', 2, 2, 1, a, 1, a, 1, 0, b, 1);  // @lda
  std::printf("%d ", cublasGetError());
  cublasSscal(8, 2, a, 1);  // @far
  std::printf("%d ", cublasGetError());
  std::printf("%d ", cublasGetError());
  cudaStream_t streams[2];
  for (cudaStream_t& stream : streams) cudaStreamCreateWithFlags(&stream, cudaStreamNonBlocking);
  cudaDeviceSynchronize();
  fill<<<1, 4, 0, streams[0]>>>(a);
  cublasSetKernelStream(streams[1]);
  cublasScopy(4, a, 1, b, 1);  // @product
  cublasShutdown();
  void* none;
  std::printf("%d ", cublasShutdown());  // @twice
  std::printf("%d \n", cublasAlloc(1, 4, &none));
}
