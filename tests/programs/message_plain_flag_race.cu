// A plain write instead of the atomic: it races with the atomic read, and releases nothing.
// SCHEDULE-DEPENDENT: how often a thread looks before it goes on.
// FINDING: race error global inter-block write@w read@r object=data
// FINDING: race error global inter-block write@f atomic@a object=flag hint="the plain access too"
__device__ int data, flag, out;

__global__ void k() {
  if (blockIdx.x == 0) {
    data = 5;  // @w
    __threadfence();
    flag = 1;  // @f
  } else {
    while (atomicAdd(&flag, 0) == 0) {  // @a
    }
    __threadfence();
    out = data;  // @r
  }
}

int main() {
  k<<<2, 1>>>();
  return cudaDeviceSynchronize();
}
