// Grids that a kernel launches in two of its streams, and those that two blocks launch in theirs, are not ordered.
// COMPILE: -rdc=true -lcudadevrt
// FINDING: race error global stream write@a write@b object=data element=data[0] message="fill in a stream of the kernel's and twice in a stream of the kernel's access data.0., and nothing orders them" hint=cudaStreamWaitEvent
// FINDING: race error global stream write@c write@c object=other element=other[0] message="put in the default stream of block 0 and put in the default stream of block 1"
__global__ void fill(int* data) {
  data[threadIdx.x] = 1;  // @a
}
__global__ void twice(int* data) {
  data[threadIdx.x] = 2;  // @b
}
__global__ void put(int* other, int block) {
  other[threadIdx.x] = block;  // @c
}

__global__ void start(int* data) {
  cudaStream_t s, t;
  cudaStreamCreateWithFlags(&s, cudaStreamNonBlocking);
  cudaStreamCreateWithFlags(&t, cudaStreamNonBlocking);
  fill<<<1, 64, 0, s>>>(data);
  twice<<<1, 64, 0, t>>>(data);
  cudaStreamDestroy(s);
  cudaStreamDestroy(t);
}

__global__ void start_blocks(int* other) { put<<<1, 64>>>(other, blockIdx.x); }

int main() {
  int *data, *other;
  cudaMalloc(&data, 64 * sizeof(int));
  cudaMalloc(&other, 64 * sizeof(int));
  start<<<1, 1>>>(data);
  start_blocks<<<2, 1>>>(other);
  cudaDeviceSynchronize();
}
