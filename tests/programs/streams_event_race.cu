// The event is recorded before the kernel that it should stand for.
// FINDING: race error global stream write@w read@r object=data element=data[0] kernel="consume.*"
__global__ void produce(int* data) {
  data[threadIdx.x] = 1;  // @w
}

__global__ void consume(const int* data, int* out) {
  out[threadIdx.x] = data[threadIdx.x];  // @r
}

int main() {
  int *data, *out;
  cudaMalloc(&data, 64 * sizeof(int));
  cudaMalloc(&out, 64 * sizeof(int));
  cudaStream_t s, t;
  cudaStreamCreate(&s);
  cudaStreamCreate(&t);
  cudaEvent_t done;
  cudaEventCreate(&done);
  cudaEventRecord(done, s);
  produce<<<1, 64, 0, s>>>(data);
  cudaStreamWaitEvent(t, done);
  consume<<<1, 64, 0, t>>>(data, out);
  cudaDeviceSynchronize();
}
