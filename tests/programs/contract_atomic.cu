// Places that are lent to atomic operations: used otherwise, used without being lent, lent without being there, taken back
// though a thread of the block or of another block may go on.
// COMPILE: --contracts
// FINDING: permission error global intra-block read@plain element=a[0] interval=0 message="thread 0 reads a.0. .*but holds only atomic .granted at "
// FINDING: permission error global intra-block atomic@unlent element=b[0] interval=0 occurrences=1 message="thread 0 updates b.0. .*but holds only read .granted at "
// FINDING: permission error global intra-block element=a[0] message="assert a.0. >= 0.* reads a.0., for which thread 0 has no permission"
// FINDING: permission error global none element=a[0] message="at the kernel's entry thread 0, thread 1 and others are together granted write and atomic of a.0. .*, which excludes `atomic`"
// FINDING: permission error global intra-block element=a[1] message="gives thread 0 and thread 1 together atomic of a.1. .*, but only 1.2 of it was handed in"
// FINDING: permission error shared intra-block element=s[0] message="gives thread 0 of block 0 write of s.0. .*, which thread 3 of block 0 may still change by atomic operations"
// FINDING: permission error global intra-block element=a[0] message="gives thread 0 of block 0 write of a.0. .*, which thread 0 of block 1 may still change by atomic operations"
// STDOUT: done
#include <cstdio>

/*@
  requires \pointer_index(a, 0, atomic);
  requires \pointer_index(b, 0, read);
@*/
__global__ void uses(int* a, int* b) {
  int read = a[0];      // @plain
  atomicAdd(&b[0], 1);  // @unlent
  //@ assert a[0] >= 0;
  if (read == 5) atomicAdd(&a[0], 1);
}

/*@
  requires \pointer_index(a, 0, \gtid == 0 ? write : atomic);
  requires \gtid == 0 ==> \pointer_index(a, 1, 1\2);
@*/
__global__ void lends(int* a) {
  /*@
    requires \gtid == 0 ==> \pointer_index(a, 1, 1\2);
    ensures \ltid < 2 ==> \pointer_index(a, 1, atomic);
  @*/
  __syncthreads();
}

/*@
  requires \pointer_index(a, 0, atomic);
  requires \pointer_index(s, \ltid, write);
@*/
__global__ void takes_back(int* a) {
  __shared__ int s[4];
  /*@
    requires \pointer_index(s, \ltid, write);
    ensures (\forall* int i; 0 <= i && i < 4; \pointer_index(s, i, atomic));
  @*/
  __syncthreads();
  atomicExch(&s[threadIdx.x], a == nullptr);
  /*@
    requires \pointer_index(a, 0, atomic);
    requires \ltid < 3 ==> (\forall* int i; 0 <= i && i < 4; \pointer_index(s, i, atomic));
    ensures \pointer_index(s, \ltid, write);
    ensures \ltid == 0 ==> \pointer_index(a, 0, write);
  @*/
  __syncthreads();
  s[threadIdx.x] = 0;
}

int main() {
  int *a, *b;
  cudaMalloc(&a, 8 * sizeof(int));
  cudaMemset(a, 0, 8 * sizeof(int));
  cudaMalloc(&b, 8 * sizeof(int));
  cudaMemset(b, 0, 8 * sizeof(int));
  uses<<<1, 1>>>(a, b);
  lends<<<1, 4>>>(a);
  takes_back<<<2, 4>>>(a);
  cudaDeviceSynchronize();
  printf("done\n");
  cudaFree(a);
  cudaFree(b);
}
