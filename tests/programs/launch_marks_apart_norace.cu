// nvcc takes `<< <` and `>> >` as the marks of a launch. Templates that close three lists stay what they are.
// CLEAN
// STDOUT: ^3 << < >> >$
#include <cstdio>

template <class T>
struct Box {
  T value;
};
template <class T>
__global__ void add(int* sum, T) {
  atomicAdd(sum, 1);
}

int main() {
  int* sum;
  cudaMallocManaged(&sum, sizeof(int));
  add<Box<Box<int>> ><< <dim3(1, 1), 1 >> >(sum, Box<Box<int> >());
  add<Box<Box<Box<int>> >> << < 1, 1
      >> > (sum, {});
  add<<< 1, 1 >>>(sum, 0);
  cudaDeviceSynchronize();
  printf("%d << < >> >\n", *sum);  // << < in a comment
  return 0;
}
