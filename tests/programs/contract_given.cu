// A kernel's ghost parameter of which its threads' clauses do not tell all, or that they tell in two ways; what it grants
// is all that a thread may write.
// COMPILE: --contracts
// FINDING: permission error none intra-block clause@hole#0 occurrences=4 message="has no value for thread 0: no `requires` tells starts\[3\]"
// FINDING: permission error none intra-block clause@differs#1 occurrences=3 message="does not hold for thread 1, where x = 0"
// FINDING: permission error none intra-block clause@outside#3 occurrences=1 message="has no value for thread 3: an index outside of a sequence"
// FINDING: permission error global intra-block write@write#1 element=output[7] occurrences=1
// STDERR: contracts: 4 clauses held 20 times, 2 failed, 1 not evaluated: partly checked

/*@
  given seq<int> starts;  // @hole
  requires |starts| == 5 && (\ltid != 3 ==> starts[\ltid] == 2 * \ltid);
@*/
__global__ void hole(int* output, int* sums) {}

/*@
  given int x;
  requires Perm(sums[\ltid], read);
  requires x == sums[\ltid];  // @differs
@*/
__global__ void differs(int* output, int* sums) {}

/*@
  given seq<int> starts;
  requires starts[\ltid] == 0;
  ensures \ltid == 0 || starts[\ltid + 1] == 0;  // @outside
@*/
__global__ void outside(int* output, int* sums) {}

/*@
  given seq<int> starts;
  requires Perm(sums[\ltid], write) ** starts[\ltid] == sums[\ltid] && starts[blockDim.x] == 8;
  requires (\forall* int i; starts[\ltid] <= i && i < starts[\ltid + 1]; Perm(output[i], write));
@*/
__global__ void write(int* output, int* sums) {
  int start = sums[threadIdx.x];
  sums[threadIdx.x] = -1;
  output[start] = 1;
  if (threadIdx.x != 3) output[start + (threadIdx.x == 1 ? 5 : 1)] = 1;  // @write
}

int main() {
  int *output, *sums;
  cudaMallocManaged(&output, 8 * sizeof(int));
  cudaMallocManaged(&sums, 4 * sizeof(int));
  for (int i = 0; i < 4; ++i) sums[i] = 2 * i;
  hole<<<1, 4>>>(output, sums);
  differs<<<1, 4>>>(output, sums);
  outside<<<1, 4>>>(output, sums);
  write<<<1, 4>>>(output, sums);
  cudaDeviceSynchronize();
  cudaFree(output);
  cudaFree(sums);
}
