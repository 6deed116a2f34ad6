// CLEAN
// What is a device variable for the device's pass only, and a static variable of a function for both sides, are two
// variables: what the host does to its own, a kernel does not see.
#ifdef __CUDA_ARCH__
#define ON_DEVICE __device__
#else
#define ON_DEVICE
#endif

static ON_DEVICE int next = 0;
ON_DEVICE int start = 10;

__host__ __device__ int numbered() {
  static int calls = 100;
  return ++calls;
}

__device__ int shared_with_host = 1000;

__global__ void number(int* out) {
  out[0] = ++next;
  out[1] = ++start;
  out[2] = numbered();
  out[3] = ++shared_with_host;
}

int main() {
  for (int i = 0; i < 3; ++i) {
    ++next;
    ++start;
    numbered();
  }
  const int set = 2000;
  cudaMemcpyToSymbol(shared_with_host, &set, sizeof set);
  int* out = nullptr;
  cudaMallocManaged(&out, 4 * sizeof(int));
  number<<<1, 1>>>(out);
  cudaDeviceSynchronize();
  const bool kernel = out[0] == 1 && out[1] == 11 && out[2] == 101 && out[3] == 2001;
  const bool host = next == 3 && start == 13 && numbered() == 104;
  cudaFree(out);
  return kernel && host ? 0 : 1;
}
