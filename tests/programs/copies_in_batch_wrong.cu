// Batches of copies that fail: in the default stream, with attributes of no copy, past an allocation's end.
// FINDING: api-error error none none *@stream message="its stream is the default one"
// FINDING: api-error error none none *@first message="not 0 and ascending"
// FINDING: api-error error none none *@past message="12 bytes\) goes 4 bytes past the end"
// STDOUT: ^copy 1 failed: cudaErrorInvalidValue
#include <cstdio>

int main() {
  int from[4] = {}, *a;
  cudaMalloc(&a, sizeof from);
  cudaStream_t stream;
  cudaStreamCreate(&stream);
  cudaMemcpyAttributes attributes{cudaMemcpySrcAccessOrderAny, {}, {}, cudaMemcpyFlagDefault};
  void *in[] = {a, a + 2}, *host[] = {from, from + 2};
  size_t bytes[] = {8, 8}, first = 1, failed;
  if (cudaMemcpyBatchAsync(in, host, bytes, 2, attributes, &failed, 0) != cudaErrorInvalidValue) return 1;  // @stream
  cudaError_t error = cudaMemcpyBatchAsync(in, host, bytes, 2, &attributes, &first, 1, &failed, stream);    // @first
  if (error != cudaErrorInvalidValue) return 2;
  bytes[1] = 12;
  error = cudaMemcpyBatchAsync(in, host, bytes, 2, attributes, &failed, stream);  // @past
  std::printf("copy %zu failed: %s\n", failed, cudaGetErrorName(error));
  cudaFree(a);
}
