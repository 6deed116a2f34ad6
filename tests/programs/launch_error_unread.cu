// A launch with too many threads fails, and nobody asks.
// FINDING: api-error warning none none *@l message=cudaErrorInvalidConfiguration
__global__ void k() {}

int main() {
  k<<<1, 32>>>();
  k<<<1, 2048>>>();  // @l
  return cudaDeviceSynchronize();
}
