// nvcc and g++ take `this->` in a constant expression where it asks for nothing but the class, as C++23 does: a static
// member of the class itself, of a base that only an instance knows, and beside other errors that come of it. So they
// take a reference that is a parameter.
// CLEAN
#include <cooperative_groups.h>

struct Pair {
  int first, second;
};
template <class T>
struct Slots {
  static constexpr bool kHasPayload = !__is_same(T, int);
  static constexpr int kStep = sizeof(T);
};

template <class T>
struct Table : Slots<T> {
  static constexpr int kLanes = 4;
  __host__ __device__ static constexpr int lanes_of_all() { return 2 * kLanes; }
  __host__ __device__ constexpr int key(const T& slot) const {
    if constexpr (this->kHasPayload) {
      return slot.first;  // Nothing of an int.
    } else {
      return slot;
    }
  }
  __device__ int step() const {
    static_assert(this->kLanes == 4 && (this->kStep > 2), "of the class and of its base");
    return this->kStep;
  }
  template <class Tile>
  __device__ int lanes(const Tile& tile, bool odd) const {
    namespace cg = cooperative_groups;
    const auto group = cg::binary_partition<kLanes>(tile, odd);
    return static_cast<int>(group.size()) + static_cast<int>(cg::labeled_partition<kLanes>(tile, 7).size());
  }
};

template <int Lanes>
__global__ void set(int* out) {
  *out = Lanes;
}
template <class T>
int launch(const T& table, int* out) {
  constexpr int lanes = table.lanes_of_all() / 2;
  auto constexpr all = table.kLanes + lanes;
  set<lanes><<<1, 1>>>(out);
  return cudaDeviceSynchronize() == cudaSuccess ? *out + all : 0;
}

__global__ void use(int* out) {
  const auto tile = cooperative_groups::tiled_partition<4>(cooperative_groups::this_thread_block());
  const Table<int> plain;
  const Table<Pair> pairs;
  const int lanes = plain.lanes(tile, threadIdx.x == 0);
  if (threadIdx.x == 1) *out = plain.key(3) + pairs.key({40, 5}) + 100 * (plain.step() + pairs.step()) + 10000 * lanes;
}

int main() {
  int* out;
  cudaMallocManaged(&out, sizeof(int));
  use<<<1, 4>>>(out);
  cudaDeviceSynchronize();
  return *out == 71243 && launch(Table<Pair>(), out) == 12 && Table<Pair>().key({1, 2}) == 1 ? 0 : *out;
}
