// An access is told with all device calls around it, inlined by the user's wish or not; a function that calls itself ends
// the chain. Two calls of one function are two findings.
// FINDING: race error global intra-warp write@put write@put object=a
// FINDING: race error global intra-warp write@put write@put object=b
// FINDING: race error global intra-warp write@deep write@deep object=c
// STDERR: by thread 0 of block 0\s+called\s+at\s+\S+:17\s+in\s+first\s+called\s+at\s+\S+:26\s+in\s+k\(
// STDERR: also +b\[0\] at \S+:13,\s+called\s+at\s+\S+:27
// STDERR: :22\s+\*p = threadIdx.x;  // @deep\n +by thread 1 of block 0\n +when
#include <cstdio>

__device__ __noinline__ void put(int* p, int value) {

  *p = value;  // @put
}
__device__ __noinline__ void first(int* p) {

  put(p, threadIdx.x);
}
__device__ __noinline__ void again(int* p, int depth) {
  if (depth > 0) return again(p, depth - 1);

  *p = threadIdx.x;  // @deep
}

__global__ void k(int* a, int* b, int* c) {
  first(a);
  put(b, threadIdx.x);
  again(c, 3);
}

int main() {
  int* p;
  cudaMalloc(&p, 4000);
  int *a, *b, *c;
  cudaMalloc(&a, 4);
  cudaMalloc(&b, 4);
  cudaMalloc(&c, 4);
  k<<<1, 2>>>(a, b, c);
  return cudaDeviceSynchronize();
}
