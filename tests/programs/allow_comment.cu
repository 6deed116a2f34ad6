// A comment in the source allows the findings of its line, or of the line below if nothing else stands on its own, and
// no others: not those of another kind, not those of a line that a comment behind code stands above.
// FINDING: race error global intra-warp write@kind write@kind
// FINDING: race error global intra-warp write@below write@below
// FINDING: race error global intra-warp write@wrong write@wrong
// FINDING: race error global intra-warp *@bump *@bump element=data[6]
// FINDING-COUNT: 4
// STDERR: 4 errors, 0 warnings, 4 suppressed
// STDERR: ^note: .*allow_comment\.cu:32: this comment suppresses nothing: no kind of finding is called 'rcae'
__device__ int done;

__device__ __forceinline__ void bump(int* p) {
  *p += 1;  // @bump
}

__device__ __forceinline__ void allowed_bump(int* p) {
  *p += 1;  // fencepost: allow(race) a rough count will do
}

__global__ void k(int* data) {
  done = 1;  // fencepost: allow(race) all threads write one
  // fencepost: allow(deadlock, race) whoever comes last wins,
  // and any of them will do
  data[0] = threadIdx.x;
  // fencepost: allow(deadlock) of another kind
  data[1] = threadIdx.x;  // @kind
  int own = threadIdx.x;  // fencepost: allow(race) behind other code
  data[2] = own;          // @below
  allowed_bump(&data[3]);
  bump(&data[5]); /* fencepost: allow(race) at the call that the compiler inlines */
  bump(&data[6]);
  // fencepost: allow(rcae) a slip
  data[7] = threadIdx.x;  // @wrong
}

int main() {
  int* data;
  cudaMalloc(&data, 8 * sizeof(int));
  k<<<1, 32>>>(data);
  return cudaDeviceSynchronize();
}
