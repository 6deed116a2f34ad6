// A block-scope atomic on an address that two blocks use.
// SCHEDULE-DEPENDENT: how often a thread looks before it goes on.
// FINDING: race error global inter-block write@w read@r object=data
// FINDING: race error global inter-block atomic@s atomic@a object=flag hint="block-scope atomic on an address used by blocks 0 and 1"
__device__ int data, flag, out;

__global__ void k() {
  if (blockIdx.x == 0) {
    data = 5;  // @w
    __threadfence();
    atomicExch_block(&flag, 1);  // @s
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
