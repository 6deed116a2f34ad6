// A stream waits for an event of another device that was recorded before the kernel that it should wait for.
// OPTIONS: --devices 2
// FINDING: race error global stream write@a#0 read@b#0 object=data element=data[0] size=4 message="fill in stream 1 of device 0 and add in stream 2 of device 1 access data\[0\], and nothing orders them"
// FINDING: race error global host-device *@a *@c object=data
__global__ void fill(int* data) {
  data[threadIdx.x] = 1;  // @a
}

__global__ void add(int* data) {
  data[threadIdx.x] += 1;  // @b
}

int main() {
  int* data;
  cudaMallocManaged(&data, 64 * sizeof(int));
  cudaStream_t on_first, on_second;
  cudaEvent_t filled;
  cudaStreamCreate(&on_first);
  cudaEventCreate(&filled);
  cudaEventRecord(filled, on_first);
  fill<<<1, 64, 0, on_first>>>(data);
  cudaSetDevice(1);
  cudaStreamCreateWithFlags(&on_second, cudaStreamNonBlocking);
  cudaStreamWaitEvent(on_second, filled, 0);
  add<<<1, 64, 0, on_second>>>(data);
  cudaStreamSynchronize(on_second);
  return data[7] == 2 ? 0 : 1;  // @c
}
