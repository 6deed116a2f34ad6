// Message passing without the fence after the flag was seen.
// SCHEDULE-DEPENDENT: how often a thread looks before it goes on.
// FINDING: race error global inter-block write@w read@r object=data hint="put __threadfence\(\) before it in one thread and after it"
__device__ int data, flag, out;

__global__ void k() {
  if (blockIdx.x == 0) {
    data = 5;  // @w
    __threadfence();
    atomicExch(&flag, 1);
  } else {
    while (atomicAdd(&flag, 0) == 0) {
    }
    out = data;  // @r
  }
}

int main() {
  k<<<2, 1>>>();
  return cudaDeviceSynchronize();
}
