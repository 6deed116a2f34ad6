// --fail-on warning makes the same an exit status of 66.
// OPTIONS: --fail-on warning
// EXIT: 66
// FINDING: race warning global inter-block write@w write@w object=done
__device__ int done;

__global__ void k() {
  done = 1;  // @w
}

int main() {
  k<<<2, 1>>>();
  return cudaDeviceSynchronize();
}
