// Memory of the device in the place of the host's is told, and copied: addresses say which side they are on.
// FINDING: api-error error none none *@source message="its source \(400 bytes\) is device memory, not the host's"
// FINDING: api-error error none none *@destination message="its destination \(400 bytes\) is device memory, not the host's"
// STDOUT: ^0 0 99 99$
#include <cstdio>

int main() {
  int numbers[100], first[100], second[100];
  for (int i = 0; i < 100; ++i) numbers[i] = i;
  int *a, *b, *c;
  for (int** each : {&a, &b, &c}) cudaMalloc(each, sizeof numbers);
  cudaMemcpy(a, numbers, sizeof numbers, cudaMemcpyHostToDevice);
  const int to = cudaMemcpy(b, a, sizeof numbers, cudaMemcpyHostToDevice);                           // @source
  const int from = cudaMemcpyAsync(c, b, sizeof numbers, cudaMemcpyDeviceToHost, cudaStreamPerThread);  // @destination
  cudaDeviceSynchronize();
  cudaMemcpy(first, b, sizeof first, cudaMemcpyDeviceToHost);
  cudaMemcpy(second, c, sizeof second, cudaMemcpyDeviceToHost);
  printf("%d %d %d %d\n", to, from, first[99], second[99]);
}
