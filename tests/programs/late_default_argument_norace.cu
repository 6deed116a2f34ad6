// A default argument at the definition of a class template's member, which its declaration does not have: nvcc takes it,
// and calls do not know it.
// CLEAN
// STDOUT: ^3 8 7$
#include <cstdio>

enum class Kind { kMap, kSet };
template <class K, class V, Kind kind>
class Table;
template <class K, class V>
class Table<K, V, Kind::kMap> {
 public:
  __host__ __device__ int load(K key, V value, int flag);
};
template <class K, class V>
__host__ __device__ int Table<K, V, Kind::kMap>::load(K key, V value, int flag = 0) {
  return key + value + flag;
}

template <class K>
class Box {
 public:
  __host__ __device__ int sum(K k, bool more);
};
template <class K>
__host__ __device__ int Box<K>::sum(K k, bool more = true) {
  return k + (more ? 1 : 0);
}

__global__ void k(int* to) {
  to[0] = Table<int, int, Kind::kMap>{}.load(1, 2, 0);
  to[1] = Box<int>{}.sum(7, true);
}

int main() {
  int* to;
  cudaMallocManaged(&to, 2 * sizeof(int));
  k<<<1, 1>>>(to);
  cudaDeviceSynchronize();
  printf("%d %d %d\n", to[0], to[1], Box<int>{}.sum(7, false));
}
