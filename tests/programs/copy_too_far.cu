// Copies of more bytes than there are, in the wrong direction and from freed memory.
// FINDING: api-error error none none *@far message="destination \(400 bytes\) goes 300 bytes past the end of the 100 bytes allocated at .*:11"
// FINDING: api-error error none none *@direction message="source \(100 bytes\) is not device memory"
// FINDING: api-error error none none *@set message="cudaMemset: its destination \(101 bytes\) goes 1 byte past"
// FINDING: api-error error none none *@freed message="was freed at"
__global__ void k(char* a) { a[0] = 1; }

int main() {
  char host[400] = {};
  char* a;
  cudaMalloc(&a, 100);
  cudaMemcpy(a, host, 400, cudaMemcpyHostToDevice);  // @far
  cudaMemcpy(host, host + 200, 100, cudaMemcpyDeviceToHost);  // @direction
  cudaMemset(a, 0, 101);  // @set
  k<<<1, 1>>>(a);
  cudaFree(a);
  cudaMemcpy(host, a, 100, cudaMemcpyDeviceToHost);  // @freed
}
