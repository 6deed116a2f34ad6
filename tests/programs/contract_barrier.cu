// A barrier takes what a thread does not have, gives more than was handed in, and loses what nobody gets.
// COMPILE: --contracts
// FINDING: permission error global intra-block clause@takes#3 element=a[4] interval=0 occurrences=2 message="thread 3 of block 0 hands in write of a.4. at .* but holds none"
// FINDING: permission error global intra-block clause@more#0 clause@gives#1 element=a[1] interval=1 occurrences=4 message="the barrier at .* gives thread 0 of block 0 and thread 1 of block 0 together write of a.1. .*, but only 1.2 of it was handed in"
// FINDING: permission warning global intra-block clause@hands#0 element=a[0] interval=1 occurrences=2 message="takes 1.2 of a.0. from thread 0 of block 0 .* and gives read of it: the rest is lost"
// STDERR: contracts: 5 clauses held 46 times, 1 failed: checked
#include <cstdlib>

//@ requires \pointer_index(a, \gtid, write);
__global__ void exchange(int* a) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  a[i] = i;
  /*@
    requires \pointer_index(a, threadIdx.x == 3 ? (\gtid + 1) % 8 : \gtid, write);  // @takes
    ensures \pointer_index(a, threadIdx.x == 3 ? (\gtid + 1) % 8 : \gtid, write);
  @*/
  __syncthreads();
  /*@
    requires \pointer_index(a, \gtid, 1\2);                          // @hands
    ensures \pointer_index(a, \gtid, threadIdx.x == 0 ? read : 1\2);  // @gives
    ensures threadIdx.x < 2 ==> \pointer_index(a, \gtid + 1, 1\2);      // @more
  @*/
  __syncthreads();
}

int main() {
  int* a;
  cudaMalloc(&a, 8 * sizeof(int));
  exchange<<<2, 4>>>(a);
  cudaDeviceSynchronize();
  cudaFree(a);
}
