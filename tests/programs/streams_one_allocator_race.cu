// Two arrays that one function allocates are two objects: two findings, each with the call that it was allocated for.
// FINDING: race error global stream write@first write@first object=a allocated=@alloc,@a
// FINDING: race error global stream write@second write@second object=b allocated=@alloc,@b
// FINDING-COUNT: 2
__global__ void fill(int* a, int* b) {
  a[threadIdx.x] = 1;  // @first
  b[threadIdx.x] = 2;  // @second
}

int* take(int n) {
  int* memory;
  cudaMalloc(&memory, n * sizeof(int));  // @alloc
  return memory;
}

int main() {
  int* x = take(64);  // @a
  int* y = take(64);  // @b
  cudaStream_t s, t;
  cudaStreamCreate(&s);
  cudaStreamCreate(&t);
  for (const cudaStream_t stream : {s, t}) fill<<<1, 64, 0, stream>>>(x, y);
  return cudaDeviceSynchronize();
}
