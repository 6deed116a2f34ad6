// Two kernels in two streams wait for each other, each before it would set the other's flag; a third waits for one of
// them in its stream.
// FINDING: deadlock error none intra-block barrier@waits message="memory that nobody changes" occurrences=2
// EXIT: 66
// SCHEDULE-DEPENDENT: how often threads look, until the runtime knows that the program has no other thread
// STDOUT: ^launched$
// STDOUT: ^cudaErrorLaunchTimeout$
#include <cstdio>

__global__ void wait_and_set(volatile int* mine, volatile int* others) {
  while (*mine == 0) { }  // @waits
  *others = 1;
}
__global__ void follow(int* out) { *out = 1; }

int main() {
  int* flags;
  cudaMalloc(&flags, 3 * sizeof(int));
  cudaMemset(flags, 0, 3 * sizeof(int));
  cudaDeviceSynchronize();
  cudaStream_t a, b;
  cudaStreamCreateWithFlags(&a, cudaStreamNonBlocking);
  cudaStreamCreateWithFlags(&b, cudaStreamNonBlocking);
  wait_and_set<<<1, 1, 0, a>>>(flags, flags + 1);
  wait_and_set<<<1, 1, 0, b>>>(flags + 1, flags);
  follow<<<1, 1, 0, b>>>(flags + 2);
  std::puts("launched");
  std::puts(cudaGetErrorName(cudaStreamSynchronize(b)));
}
