// Kernels of two devices write the same managed array: each device's default stream is its own.
// OPTIONS: --devices 2
// FINDING: race error global stream write@a#0 write@b#0 object=data element=data[0] size=4 message="fill.* in the default stream of device 0 and twice.* in the default stream of device 1 access data\[0\], and nothing orders them" hint="cudaStreamWaitEvent"
__global__ void fill(int* data) {
  data[threadIdx.x] = 1;  // @a
}

__global__ void twice(int* data) {
  data[threadIdx.x] = 2;  // @b
}

int main() {
  int* data;
  cudaMallocManaged(&data, 64 * sizeof(int));
  fill<<<1, 64>>>(data);
  cudaSetDevice(1);
  twice<<<1, 64>>>(data);
  cudaDeviceSynchronize();
  cudaSetDevice(0);
  cudaDeviceSynchronize();
}
