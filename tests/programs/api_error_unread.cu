// Calls that fail, and whose results the program drops. A double free has a finding of its own.
// FINDING: api-error warning none none *@stream message="cudaStreamSynchronize failed with cudaErrorInvalidResourceHandle"
// FINDING: api-error warning none none *@kind message="cudaMemcpy failed with cudaErrorInvalidMemcpyDirection"
// FINDING: api-error warning none none *@device message="cudaSetDevice failed with cudaErrorInvalidDevice"
// FINDING: api-error error none none *@twice message="cudaFree of memory that was freed already"
__global__ void k(int* out) { out[threadIdx.x] = 1; }

int main() {
  int *out, host[32];
  cudaMalloc(&out, sizeof host);
  k<<<1, 32>>>(out);
  cudaMemcpy(host, out, sizeof host, cudaMemcpyDeviceToHost);
  cudaStream_t stream;
  cudaStreamCreate(&stream);
  cudaStreamDestroy(stream);
  if (host[0] == 1)
    cudaStreamSynchronize(stream);  // @stream
  else
    cudaDeviceSynchronize();
  switch (host[1]) {
    case 1:
      ::cudaMemcpy(host, out, sizeof host, cudaMemcpyKind(7));  // @kind
  }
  for (int device = 1000; device < 1001; ++device) cudaSetDevice(device);  // @device
  cudaFree(out);
  cudaFree(out);  // @twice
}
