// Kernels are handed the addresses of variables of the host.
// FINDING: invalid-address error global none read@r object=input bytes=128 element=input[0] message="a variable of the host"
// FINDING: invalid-address error global none *@w object=count message="a variable of the host"
// FINDING-COUNT: 2
__device__ int sum(int a, int b) { return a + b; }
int input[32];
namespace {
int count;
}

__global__ void k(const int* in, int* out) {
  out[threadIdx.x] = sum(in[threadIdx.x], 1);  // @r
}

__global__ void tally(int* total) {
  atomicAdd(total, 1);  // @w
}

int main() {
  int* out;
  cudaMalloc(&out, sizeof input);
  k<<<1, 32>>>(input, out);
  tally<<<1, 32>>>(&count);
  cudaFree(out);
  return cudaDeviceSynchronize();
}
