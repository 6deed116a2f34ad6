// Libraries call what CUDA's own assert does, with a message of theirs.
// FINDING: crash error * * *@fail message="view bounds error"
// STDERR: here\.cpp:12: at: block: \[1,0,0\], thread: \[5,0,0\] Assertion `view bounds error` failed
// STDOUT: ^cudaErrorAssert$
#include <cstdio>

extern "C" __device__ void __assertfail(const void* message, const void* file, unsigned int line, const void* function,
                                        size_t character_bytes);

__global__ void k() {
  if (blockIdx.x * threadIdx.x == 5) __assertfail("view bounds error", "here.cpp", 12, "at", sizeof(char));  // @fail
}

int main() {
  k<<<2, 6>>>();
  printf("%s\n", cudaGetErrorName(cudaDeviceSynchronize()));
}
