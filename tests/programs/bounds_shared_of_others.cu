// Past the end of a `__shared__` array, where another kernel's lies: of kernels in namespaces, templates, with C's names, and of a kernel without arrays of its own but for those of a function. In blocks that are checked in part, too.
// FINDING: out-of-bounds error shared none write@a#0 object=first bytes=256 element=first[96] occurrences=64
// FINDING: out-of-bounds error shared none write@b#0 object=second bytes=256 element=second[96] occurrences=64
// FINDING: out-of-bounds error shared none write@c#0 object=third bytes=256 element=third[96] occurrences=64
// FINDING: out-of-bounds error shared none write@c#0 object=third bytes=512 element=third[96] occurrences=64
// FINDING-COUNT: 4
extern "C" __global__ void in_c(int* out, int k) {
  __shared__ int first[64];
  first[threadIdx.x] = 1;
  __syncthreads();
  first[threadIdx.x + k] = 2;  // @a
  __syncthreads();
  out[threadIdx.x] = first[threadIdx.x];
}

namespace n {
namespace {
__global__ void in_namespace(int* out, int k) {
  __shared__ int second[64];
  second[threadIdx.x] = 1;
  __syncthreads();
  second[threadIdx.x + k] = 2;  // @b
  __syncthreads();
  out[threadIdx.x] = second[threadIdx.x];
}
}  // namespace

template <class T>
__global__ void of_types(T* out, int k) {
  __shared__ T third[64];
  third[threadIdx.x] = 1;
  __syncthreads();
  third[threadIdx.x + k] = 2;  // @c
  __syncthreads();
  out[threadIdx.x] = third[threadIdx.x];
}
}  // namespace n

__global__ void last(int* out, int k) {
  __shared__ int fourth[2048];
  fourth[threadIdx.x + k] = 1;
  __syncthreads();
  out[threadIdx.x] = fourth[threadIdx.x + k];
}

int main() {
  long long* out;
  cudaMalloc(&out, 512);
  in_c<<<1, 64>>>((int*)out, 96);
  n::in_namespace<<<1, 64>>>((int*)out, 96);
  n::of_types<<<1, 64>>>((int*)out, 96);
  n::of_types<<<1, 64>>>(out, 96);
  last<<<1, 64>>>((int*)out, 1984);
  cudaDeviceSynchronize();
}
