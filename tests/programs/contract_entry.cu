// At the kernel's entry more than 1 is granted: of global memory by threads of two blocks, of shared memory in each block.
// COMPILE: --contracts
// FINDING: permission error global none clause@next#3 clause@own#0 element=out[4] occurrences=1 message="at the kernel's entry thread 3 of block 0 and thread 0 of block 1 are together granted 3.2 of out.4. "
// FINDING: permission error shared none clause@tile#0 clause@tile#1 element=tile[0] occurrences=2 message="entry thread 0 of block 0, thread 1 of block 0 and others are together granted 4 of tile.0. "
// STDERR: contracts: 3 clauses held 24 times: checked
#include <cstdlib>

/*@
  requires \pointer_index(out, \gtid, write);                               // @own
  requires \ltid == 3 && \gtid < 7 ==> \pointer_index(out, \gtid + 1, 1\2);  // @next
  requires \pointer_index(tile, 0, write);                                  // @tile
@*/
__global__ void entry(int* out) {
  __shared__ int tile[4];
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  out[i] = i;
}

int main() {
  int* out;
  cudaMalloc(&out, 8 * sizeof(int));
  entry<<<2, 4>>>(out);
  cudaDeviceSynchronize();
  cudaFree(out);
}
