// Message passing between blocks with a fence that reaches the own block only.
// SCHEDULE-DEPENDENT: how often a thread looks before it goes on.
// FINDING: race error global inter-block write@w read@r object=data hint="__threadfence_block\(\) reaches the own block only, and not blocks 0 and 1"
__device__ int data, flag, out;

__global__ void k() {
  if (blockIdx.x == 0) {
    data = 5;  // @w
    __threadfence_block();
    atomicExch(&flag, 1);
  } else {
    while (atomicAdd(&flag, 0) == 0) {
    }
    __threadfence();
    out = data;  // @r
  }
}

int main() {
  k<<<2, 1>>>();
  return cudaDeviceSynchronize();
}
