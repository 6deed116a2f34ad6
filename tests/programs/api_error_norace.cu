// CLEAN
// Calls that fail, and programs that ask: the result, later cudaGetLastError(), or who says that it does not matter.
#define VALUE(call) ({ call; })

__global__ void k(int* out) { out[threadIdx.x] = 1; }

int main() {
  int* out;
  cudaMalloc(&out, 32 * sizeof(int));
  k<<<1, 32>>>(out);
  if (cudaSetDevice(1000) != cudaErrorInvalidDevice) return 1;
  if (VALUE(cudaSetDevice(1000)) != cudaErrorInvalidDevice) return 2;
  const cudaError_t error = out != nullptr ? cudaSetDevice(1001) : cudaSetDevice(1002);
  if (error != cudaErrorInvalidDevice) return 3;
  int tries = 0;
  for (; cudaSetDevice(1000); ++tries) {
    if (tries == 2) break;
  }
  (void)cudaSetDevice(1000);
  cudaGetLastError();
  cudaSetDevice(1000);
  if (cudaGetLastError() != cudaErrorInvalidDevice) return 4;
  cudaFree(out);
  return 0;
}
