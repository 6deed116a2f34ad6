// Names that std has since C++17, in a program of C++11 that uses all of std: its own are meant, also as types, in
// kernels, and where a macro is given them.
// COMPILE: -std=c++11
// CLEAN
// STDOUT: ^7 12 3$
#include <cstdio>
#include <iterator>
#include <numeric>
#include <vector>
using namespace std;

typedef unsigned char byte;
int* data;
__device__ int size;
#define CHECK(call) \
  if ((call) != cudaSuccess) return 1

__global__ void k(byte* to, int n) {
  size = n;
  const byte more = 2;
  to[threadIdx.x] = static_cast<byte>(size + more);
}

struct Holder {
  int data;
  int size() const { return data; }
};

int main() {
  vector<int> filler(3);
  byte* to;
  CHECK(cudaMallocManaged(&to, 4));
  CHECK(cudaMallocManaged(&data, sizeof(int)));
  k<<<1, 1>>>(to, 5);
  CHECK(cudaDeviceSynchronize());
  const Holder holder{12};
  data[0] = holder.size();
  printf("%d %d %d\n", to[0], *data, static_cast<int>(filler.size()));
}
