// Operations of cluster scope are strong, and order, within a cluster: blocks of two clusters race.
// FINDING: race error global inter-block atomic@add atomic@add object=counter hint=.*cluster-scope.*
// FINDING: race error global inter-block write@w read@r element=counter[2]
// SCHEDULE-DEPENDENT: a thread that polls counts an access each time
#include <cooperative_groups.h>

namespace cg = cooperative_groups;

__global__ void __cluster_dims__(2, 1, 1) k(int* counter, int* flag, int* data) {
  if (threadIdx.x != 0) return;
  asm volatile("red.relaxed.cluster.global.add.s32 [%0], 1;" ::"l"(counter) : "memory");  // @add
  if (blockIdx.x == 0) {
    *data = 1;  // @w
    asm volatile("fence.acq_rel.cluster;" ::: "memory");
    atomicExch(flag, 1);
  } else if (blockIdx.x == 2) {
    while (atomicAdd(flag, 0) == 0) {
    }
    asm volatile("fence.acq_rel.gpu;" ::: "memory");
    if (*data == 2) atomicAdd(flag, 1);  // @r
  }
}

int main() {
  int* memory;
  cudaMalloc(&memory, 3 * sizeof(int));
  cudaMemset(memory, 0, 3 * sizeof(int));
  k<<<4, 32>>>(memory, memory + 1, memory + 2);
  cudaDeviceSynchronize();
  cudaFree(memory);
}
