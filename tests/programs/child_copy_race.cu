// A kernel has memory filled and copied: that races with what it does afterwards.
// COMPILE: -rdc=true -lcudadevrt
// FINDING: race error global stream write@w write@fill object=data element=data[0] message="cudaMemsetAsync in the default stream of block 0 accesses data.*while start, which launches it"
// FINDING: race error global stream write@w read@copy object=data element=data[0] message="cudaMemcpyAsync in the default stream of block 0 accesses data"
__global__ void start(int* data, int* to) {
  cudaMemsetAsync(data, 0, 64 * sizeof(int), 0);                                    // @fill
  cudaMemcpyAsync(to, data, 64 * sizeof(int), cudaMemcpyDeviceToDevice, nullptr);  // @copy
  data[0] = 1;                                                                     // @w
}

int main() {
  int *data, *to;
  cudaMalloc(&data, 64 * sizeof(int));
  cudaMalloc(&to, 64 * sizeof(int));
  start<<<1, 1>>>(data, to);
  cudaDeviceSynchronize();
}
