// nvcc and g++ take `this->` in a constant expression where it asks for nothing but the class, as C++23 does: a static
// member of the class itself, of a base that only an instance knows, and beside other errors that come of it.
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
  return *out == 71243 && Table<Pair>().key({1, 2}) == 1 ? 0 : *out;
}
