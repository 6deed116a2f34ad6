// Clauses that are false, read what the thread has no share of, divide by zero, or speak of no memory; loops,
// functions and the kernel's end that lack what they name.
// COMPILE: --contracts
// FINDING: permission error none intra-block clause@false#5 occurrences=3 message="`assert a.i. < 5;` .*:7\) does not hold for thread 5, where i = 5"
// FINDING: permission error global intra-block clause@unframed#1 element=a[0] occurrences=7 message="reads a.0., for which thread 1 has no permission"
// FINDING: permission error none intra-block clause@zero#0 occurrences=1 message="has no value for thread 0: a division by zero"
// FINDING: permission error global intra-block clause@nothing#7 occurrences=1 message="speaks of a.11. for thread 7: that is no memory of the device"
// FINDING: permission error global intra-block clause@function#2 element=a[10] message="thread 2 calls a function that requires write of a.10. .* but holds none"
// FINDING: permission error none intra-block clause@old#4 occurrences=1 message="does not hold for thread 4"
// FINDING: permission error none intra-block clause@invariant#0 occurrences=8 message="does not hold for thread 0, where sum = 3"
// FINDING: permission error global intra-block write@write#6 element=a[6] occurrences=3 message="thread 6 writes a.6. .* but holds only 1.2 .granted at "
// FINDING: permission error global intra-block clause@end#2 element=a[2] message="thread 2 ends the kernel, which ensures write of a.2. .*, but holds only 1.2"
// FINDING: permission error none intra-block clause@deep#1 occurrences=1 message="a recursion deeper than 64 MiB of stack"
// STDERR: contracts: 3 clauses held 105 times, 9 failed: checked
#include <cstdlib>

/*@
  pure int reciprocal(int i) = 100 / i;
  pure int deep(int i) = i == 0 ? 0 : 1 + deep(i + 1);
@*/

/*@
  requires Perm(*p, write);     // @function
  ensures Perm(*p, 1\2);
  ensures *p == \old(*p) + 1;   // @old
@*/
__device__ void increment(int* p, bool twice) {
  *p += 1;
  if (twice) *p += 1;
}

/*@
  requires \pointer_index(a, \ltid, \ltid == 2 ? 1\2 : write);
  ensures \pointer_index(a, \ltid, write);  // @end
@*/
__global__ void clauses(int* a, int n) {
  int i = threadIdx.x;
  if (i != 2) a[i] = i;
  //@ assert a[i] < 5;                             // @false
  //@ assert i > 0 ==> a[i - 1] >= 0;              // @unframed
  //@ assert reciprocal(i) > 0;                    // @zero
  //@ assert i == 7 ==> Perm(a[i + 4], read);      // @nothing
  //@ assert i == 1 ==> deep(i) > 0;               // @deep
  if (i == 3) increment(a + i, false);
  if (i == 4) increment(a + i, true);
  if (i == 2) increment(a + 8 + i, false);
  int sum = 0;
  //@ loop_invariant \pointer_index(a, i, 1\2);
  //@ loop_invariant sum <= 2;                     // @invariant
  for (int k = 0; k < 3; ++k) {
    sum += 1;
    if (i == 6) a[i] = sum;                        // @write
  }
}

int main() {
  int* a;
  cudaMalloc(&a, 11 * sizeof(int));
  cudaMemset(a, 0, 11 * sizeof(int));
  clauses<<<1, 8>>>(a, 8);
  cudaDeviceSynchronize();
  cudaFree(a);
}
