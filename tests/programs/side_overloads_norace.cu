// Of two members of a class template, one a template of the device's, the other the host's, the rules of C++ decide
// which a call means, as nvcc has it, in constexpr functions that say nothing of sides too: not which side they are for.
// CLEAN
// STDOUT: ^1 1 2$
#include <cstdio>

struct Stream {};

template <class T>
struct Counter {
  template <class Group>
  __device__ constexpr void clear(const Group& group) {
    for (int i = group.rank(); i < 2; i += group.size()) at[i] = 2;
  }
  __host__ constexpr void clear(Stream stream);
  T* at;
};
template <class T>
__global__ void set(T* at, T value) {
  at[threadIdx.x] = value;
}
template <class T>
__host__ constexpr void Counter<T>::clear(Stream) {
  set<T><<<1, 2>>>(at, 1);
  cudaDeviceSynchronize();
}

template <class T>
struct Owner {
  constexpr void clear(Stream stream = {});
  Counter<T> counter;
};
template <class T>
constexpr void Owner<T>::clear(Stream stream) {
  counter.clear(stream);
}

struct Alone {
  __device__ int rank() const { return 1; }
  __device__ int size() const { return 2; }
};
__global__ void again(Counter<int> counter) { counter.clear(Alone()); }

int main() {
  int* at;
  cudaMallocManaged(&at, 2 * sizeof(int));
  Owner<int> owner{{at}};
  owner.clear();
  printf("%d %d ", at[0], at[1]);
  again<<<1, 1>>>(owner.counter);
  cudaDeviceSynchronize();
  printf("%d\n", at[1]);
}
