// Threads access what they have no share of, or write what they have half of: told by the clause that granted it.
// COMPILE: --contracts
// FINDING: permission error global intra-block write@w#0 element=out[0] interval=0 occurrences=4 message="thread 0 of block 0 writes out.0. .*but holds only 1.2 .granted at "
// FINDING: permission error global intra-block read@r#0 element=in[4] interval=0 occurrences=8 message="thread 0 of block 0 reads in.4. .*but holds nothing of it"
// FINDING: permission error global intra-block atomic@a#3 element=sum interval=1 occurrences=2 message="thread 3 of block 0 updates sum .*but holds only read .granted at "
// STDERR: contracts: 5 clauses held 48 times: checked
#include <cstdio>

__device__ int sum;

/*@
  requires \pointer_index(in, \gtid, read);
  requires \pointer_index(out, \gtid, threadIdx.x < 2 ? 1\2 : write);
  requires Perm(sum, read);
  ensures \pointer_index(in, \gtid, read);
@*/
__global__ void access(const int* in, int* out) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  int other = in[(i + 4) % 8];  // @r
  out[i] = other;               // @w
  //@ context \pointer_index(out, \gtid, 1\2);
  __syncthreads();
  if (threadIdx.x == 3) atomicAdd(&sum, 1);  // @a
}

int main() {
  int *in, *out;
  cudaMalloc(&in, 8 * sizeof(int));
  cudaMalloc(&out, 8 * sizeof(int));
  cudaMemset(in, 0, 8 * sizeof(int));
  access<<<2, 4>>>(in, out);
  int host[8];
  cudaMemcpy(host, out, sizeof host, cudaMemcpyDeviceToHost);
  printf("out[7] is %d\n", host[7]);
  cudaFree(in);
  cudaFree(out);
}
