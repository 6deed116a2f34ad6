// A function that comes to its end without the value that it is to return: what is there is undefined, and the program
// goes on, as with nvcc and g++.
// CLEAN
// COMPILE: -O3 -w
// STDOUT: ^one two three$
#include <cstdio>
#include <string>

static int told(const char* what) { printf("%s ", what); }
__device__ int stored(int* where, int value) { *where = value; }

__global__ void kernel(int* out) {
  stored(out, 1);
  stored(out + 1, 2);
}

int main() {
  std::string last = "three";
  int* numbers;
  cudaMallocManaged(&numbers, 2 * sizeof(int));
  kernel<<<1, 1>>>(numbers);
  cudaDeviceSynchronize();
  told(numbers[0] == 1 ? "one" : "none");
  told(numbers[1] == 2 ? "two" : "none");
  puts(last.c_str());
}
