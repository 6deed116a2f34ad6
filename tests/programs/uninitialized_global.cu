// Memory from cudaMalloc is added to without ever having been set; a kernel and a copy of part of it set the rest.
// FINDING: uninitialized-read error global none *@a#0 object=sum element=sum[0] occurrences=32 message="nothing has written"
// FINDING: uninitialized-read error global none read@b#5 object=in element=in[5] size=1 occurrences=3
// FINDING: uninitialized-read error global none atomic@c#0 object=counter occurrences=1
__global__ void k(int* sum, const char* in, int* counter) {
  int value = in[threadIdx.x % 8];  // @b
  if (threadIdx.x != 5) sum[threadIdx.x] += value;  // @a
  atomicAdd(counter, 1);  // @c
}

int main() {
  int *sum, *counter;
  char *in, host[5] = {};
  cudaMalloc(&sum, 33 * sizeof(int));
  cudaMalloc(&in, 8);
  cudaMalloc(&counter, sizeof(int));
  cudaMemcpy(in, host, 5, cudaMemcpyHostToDevice);
  k<<<1, 33>>>(sum, in, counter);
  cudaDeviceSynchronize();
  cudaFree(sum);
  cudaFree(in);
  cudaFree(counter);
}
